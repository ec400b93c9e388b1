#include "visitor.h"

static int visit(void)
{
    return make_visitor();
}

int make_visitor(struct logger *logger)
{
    return 1;
}

int run(void) { return visit(); }

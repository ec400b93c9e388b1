struct logger;
int make_visitor();

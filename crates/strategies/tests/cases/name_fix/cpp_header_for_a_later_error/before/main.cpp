#include "log.h"

int main() { return log::QUIET; }

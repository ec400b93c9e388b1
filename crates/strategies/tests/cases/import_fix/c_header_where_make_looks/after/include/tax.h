#ifndef TAX_H
#define TAX_H
int tax(int net);
#endif

#ifndef READ_H
#define READ_H

extern int read();

#endif

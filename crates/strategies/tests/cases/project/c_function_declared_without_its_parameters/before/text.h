#ifndef TEXT_H
#define TEXT_H

int find();
char *part(); /* of a text */

#endif

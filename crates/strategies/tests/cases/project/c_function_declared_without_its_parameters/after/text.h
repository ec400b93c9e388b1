#ifndef TEXT_H
#define TEXT_H

int find(const char *text, char wanted);
char *part(); /* of a text */

#endif

char *part(char *text, int start);

char *tail(char *text) { return part(text, 2); }

char *part(text, start)
char *text;
int start;
{
    return text + start;
}

int count(const char *text)
{
    int n = 0;
    while (*text)
    {
        n += *text - "a" > 3;
        text++;
    }
    return n;
}

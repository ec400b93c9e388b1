// flags: -Wall -Werror
int same(int a, int b)
{
    if (a = b)
        return 1;
    return 0;
}

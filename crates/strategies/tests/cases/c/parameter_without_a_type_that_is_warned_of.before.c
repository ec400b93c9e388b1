// flags: -Wall -Werror
int twice(n)
{
    return 2 * n;
}

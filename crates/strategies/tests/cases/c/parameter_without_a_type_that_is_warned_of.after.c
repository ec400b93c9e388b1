// flags: -Wall -Werror
int twice(int n)
{
    return 2 * n;
}

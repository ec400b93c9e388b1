// flags: -Wall -Werror
int main()
{
    return 0;
}

// flags: -Wall -Werror
main()
{
    return 0;
}

int first(char text[])
{
    return text[0];
}

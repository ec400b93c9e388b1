int sign(int n)
{
    int result;
    if (n > 0)
        result = 1;
    elsif (n < 0)
        result = -1;
    else
        result = 0;
    return result;
}

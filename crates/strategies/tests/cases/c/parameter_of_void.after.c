int first(const void *q)
{
    const int *a = q;
    return a[0];
}

void copy(int *to, const int *from, int n, int step)
{
    for (int i = 0; i < n; i += step)
        to[i] = from[j];
}

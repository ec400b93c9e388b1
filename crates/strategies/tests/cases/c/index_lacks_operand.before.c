int rises(const int *heights, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        if (heights[i] > heights[i+])
            return 0;
    }
    return 1;
}

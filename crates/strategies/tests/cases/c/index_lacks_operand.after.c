int rises(const int *heights, int n)
{
    for (int i = 0; i + 1 < n; i++) {
        if (heights[i] > heights[i+1])
            return 0;
    }
    return 1;
}

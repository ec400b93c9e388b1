int first(int v[n], int n) {
    return n > 0 ? v[0] : 0;
}

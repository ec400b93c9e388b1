int first(int v[], int n) {
    return n > 0 ? v[0] : 0;
}

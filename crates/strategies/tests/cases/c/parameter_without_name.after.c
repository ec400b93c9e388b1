int first(int v [3]) {
    return v[0];
}

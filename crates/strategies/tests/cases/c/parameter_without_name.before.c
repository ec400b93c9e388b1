int first(int [3]) {
    return v[0];
}

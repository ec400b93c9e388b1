int count(int n) {
    return n + 1;
}

int main(void) {
    int n = 3;
    return count(n) / 2;
}

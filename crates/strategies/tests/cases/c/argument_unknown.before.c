void show(int n);

int main(void) {
    int n = 3;
    show(n, m);
    return 0;
}

void show(int n);

int main(void) {
    int n = 3;
    show(n);
    return 0;
}

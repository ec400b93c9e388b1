void show(int n);

int main(void) {
    int x;
    show(3);
    return 0;
}

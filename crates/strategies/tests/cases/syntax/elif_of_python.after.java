class A {
    void f(int x) {
        if (x > 0) {
            g();
        } else if (x < 0) {
            h();
        }
    }
}

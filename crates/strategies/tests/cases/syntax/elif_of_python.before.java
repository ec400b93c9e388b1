class A {
    void f(int x) {
        if (x > 0) {
            g();
        } elif (x < 0) {
            h();
        }
    }
}

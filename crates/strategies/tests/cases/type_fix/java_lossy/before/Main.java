class Main {
    static int half(double value) {
        int half = value / 2;
        return half;
    }
}

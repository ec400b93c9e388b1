class Main {
    static int half(double value) {
        int half = (int) (value / 2);
        return half;
    }
}

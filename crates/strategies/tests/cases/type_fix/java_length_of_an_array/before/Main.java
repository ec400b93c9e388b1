class Main {
    static int half(int[] values) {
        return values.length() / 2;
    }
}

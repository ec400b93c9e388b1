class Main {
    static String show(int value) {
        return String.valueOf(value);
    }
}

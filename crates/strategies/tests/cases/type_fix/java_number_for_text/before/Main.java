class Main {
    static String show(int value) {
        return value;
    }
}

class Main {
    static int half(String text) {
        return text.length() / 2;
    }
}

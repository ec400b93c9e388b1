class Main {
    String name(int x) {
        return String.valueOf(x);
    }
}

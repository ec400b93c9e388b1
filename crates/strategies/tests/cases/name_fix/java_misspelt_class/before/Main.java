class Main {
    String name(int x) {
        return Stirng.valueOf(x);
    }
}

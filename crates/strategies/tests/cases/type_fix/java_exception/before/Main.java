class Main {
    static void check(int value) {
        if (value < 0) {
            throw new Exception("negative");
        }
    }
}

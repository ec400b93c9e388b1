class Main {
    static void check(int value) throws Exception {
        if (value < 0) {
            throw new Exception("negative");
        }
    }
}

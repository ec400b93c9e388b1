class Main {
    static int total(int[] values) {
        int total = 0;
        for (int value : values) {
            total += value;
        }
    }
}

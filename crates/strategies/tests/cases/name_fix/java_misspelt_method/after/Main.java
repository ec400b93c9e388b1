class Main {
    void helper(int x) {}

    void run() {
        helper(1);
    }
}

class Main {
    void helper(int x) {}

    void run() {
        helpr(1);
    }
}

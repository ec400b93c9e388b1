class Main {
    static int count = 0;

    void run() {
        count++;
    }
}

class Main {
    static char first = "a";
}

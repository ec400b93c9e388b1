class Main {
    static int area(int width, int height) {
        return width * height;
    }

    static int volume(int width, int height, int depth) {
        return area(width, height) * 2;
    }
}

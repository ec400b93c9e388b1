class Line {
    private final String name = "tea";
    private final int quantity = 2;

    String getName() {
        return name;
    }

    int quantity() {
        return quantity;
    }
}

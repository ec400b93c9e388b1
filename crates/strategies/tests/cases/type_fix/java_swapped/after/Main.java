class Main {
    static String label(String name, int count) {
        return count + " x " + name;
    }

    public static void main(String[] args) {
        System.out.println(label("tea", 3));
    }
}

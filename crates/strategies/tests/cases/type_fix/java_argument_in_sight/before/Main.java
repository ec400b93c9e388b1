class Main {
    static int price(int net, int rate) {
        return net + net * rate / 100;
    }

    static void show(int net, int rate) {
        System.out.println(price(net));
    }
}

package shop;

class Main {
    Price price = new Price();
}

package shop;

import shop.money.Price;

class Main {
    Price price = new Price();
}

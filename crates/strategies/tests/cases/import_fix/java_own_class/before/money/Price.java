package shop.money;

public class Price {
}

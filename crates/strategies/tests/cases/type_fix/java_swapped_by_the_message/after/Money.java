class Money {
    private final long cents;
    private final String currency;

    Money(long cents, String currency) {
        this.cents = cents;
        this.currency = currency;
    }

    Money times(int factor) {
        return new Money(cents * factor, currency);
    }
}

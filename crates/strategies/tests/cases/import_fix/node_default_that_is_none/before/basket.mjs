export class Basket {
    total() {
        return 3;
    }
}

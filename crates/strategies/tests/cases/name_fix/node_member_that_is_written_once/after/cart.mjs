export class Cart {
  constructor() {
    this.total = 0;
  }

  add(amount) {
    this.total += amount;
    return this;
  }
}

export class Cart {
  constructor() {
    this.total = 0;
  }

  add(amount) {
    this.totl += amount;
    return this;
  }
}

class Shop {
  constructor(limit) {
    this.limit = limit;
    this.items = [];
  }

  resize(limit) {
    this.limit = limit;
  }

  isFull() {
    return this.items.length >= this.limit;
  }
}

console.log(new Shop(1).isFull());

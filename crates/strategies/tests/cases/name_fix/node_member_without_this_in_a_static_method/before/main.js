class Shelf {
  count() {
    return 1;
  }
  static make() {
    return count();
  }
}

console.log(Shelf.make());

class Ledger {
  entries = [];

  record(amount) {
    this.entries = [...this.entries, amount];
  }
}

function main() {
  return new Ledger().record(1).record(2).entries;
}
console.log(main());

class Named {
  constructor(public name: string) {}
}
export class Sized extends Named {
  private size: number;
  constructor(size: number, name: string) {
    this.size = size;
  }
  area(): number {
    return this.size;
  }
}

class Named {
  constructor(public name: string) {}
}
export class Sized extends Named {
  constructor(name: string, public size: number) {
    super(name);
  }
}

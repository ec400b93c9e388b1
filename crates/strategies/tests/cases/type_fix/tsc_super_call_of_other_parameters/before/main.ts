class Named {
  constructor(public name: string) {}
}
export class Sized extends Named {
  constructor(size: number) {
    console.log(size);
  }
}

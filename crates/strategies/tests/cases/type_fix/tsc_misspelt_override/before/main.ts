class Animal {
  run(): void {}
  rest(): void {}
}
export class Dog extends Animal {
  override rest(): void {}
  override rnu(): void {}
}

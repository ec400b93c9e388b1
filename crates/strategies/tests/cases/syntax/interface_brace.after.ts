interface A {
  b: string;
}

interface C {
  d: number;
}

class Maths {
  static double(n: number): number {
    return 2 * n;
  }
}
export const four = new Maths().double(2);

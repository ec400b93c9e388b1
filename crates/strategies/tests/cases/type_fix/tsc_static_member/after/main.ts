class Maths {
  static double(n: number): number {
    return 2 * n;
  }
}
export const four = Maths.double(2);

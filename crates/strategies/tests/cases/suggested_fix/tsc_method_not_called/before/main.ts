class Clock {
  now(): number {
    return 3;
  }
}
const clock = new Clock();
export const time: number = clock.now;

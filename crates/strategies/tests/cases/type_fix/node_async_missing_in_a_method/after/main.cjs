class Clock {
  static async tick(value) {
    await Promise.resolve();
    return value;
  }
}
Clock.tick(4);

export function status(run: () => void): number {
  try {
    run();
    return 0;
  } catch (error) {
    return error.status;
  }
}

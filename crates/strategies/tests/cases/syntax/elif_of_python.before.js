if (a) {
  run();
} elif (b) {
  stop();
}

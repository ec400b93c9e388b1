if (a) {
  run();
} else if (b) {
  stop();
}

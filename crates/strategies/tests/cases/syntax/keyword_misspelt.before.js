fucntion run(a) {
  return a;
}

function run(a) {
  return a;
}

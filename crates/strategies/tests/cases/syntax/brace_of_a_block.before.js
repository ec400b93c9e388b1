function outer() {
  if (ready) {
    run();
  return 1;
}

function next() {
  return 2;
}

while (x < 10 {
  x++;
}

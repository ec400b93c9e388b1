function boil(cups) {
  return cups;
}

export { boil };

function boil(cups) {
  return cups;
}

module.exports = { boil };

const a = `x ${b};

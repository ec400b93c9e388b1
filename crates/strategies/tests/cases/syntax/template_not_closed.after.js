const a = `x ${b}`;

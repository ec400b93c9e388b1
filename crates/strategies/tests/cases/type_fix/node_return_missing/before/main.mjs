function parse(text) {
  JSON.parse(text);
}

function count(text) {
  return parse(text).length;
}
console.log(count("[1, 2]"));

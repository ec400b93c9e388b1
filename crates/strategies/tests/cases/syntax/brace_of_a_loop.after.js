function define (types, map) {
  for (var type in map) {
    var exts = map[type]
    for (var i = 0; i < exts.length; i++) {
      if (types[exts[i]]) {
        console.warn(exts[i])
      }

      types[exts[i]] = type
    }
    if (!types.first) {
      types.first = exts[0]
    }
  }
  return types
}

console.log(define({}, { a: ['b'] }))

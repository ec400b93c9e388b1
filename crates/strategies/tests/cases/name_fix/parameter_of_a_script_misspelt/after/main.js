function split (chunk, separator) {
  if (!chunk) return []
  return chunk.split(separator)
}

console.log(split('a,b', ','))

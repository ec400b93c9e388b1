function isNode (state) {
  if (typeof state.node === 'object' && state.node !== null) {
    return true
  }
  return typeof state === 'object'
}

console.log(isNode({ node: {} }))

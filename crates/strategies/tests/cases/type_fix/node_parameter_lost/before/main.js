'use strict'

function Hash (size) {
  this.size = size
  this.parts = []
}

Hash.prototype.update = function (data) {
  this.parts.push(Buffer.from(data, encoding))
  return this
}

function feed (hash, data, encoding) {
  return hash.update(data, encoding)
}

console.log(feed(new Hash(2), '4142', 'hex').parts.length)

'use strict'

function Shelf (name) {
  this.name = name
  this.books = []
}

Shelf.prototype.add = function (book) {
  this.books.push(book)
  return this
}

Shelf.prototype.count = function () {
  return this.books.length
}

const shelf = new Shelf('novels').add('Emma')
console.log(shelf.count())

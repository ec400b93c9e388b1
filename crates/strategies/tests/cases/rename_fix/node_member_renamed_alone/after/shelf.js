'use strict'

exports.find = function (books, title) {
  return books.find((book) => book.title === title)
}

exports.titles = function (books) {
  return books.map((book) => book.title)
}

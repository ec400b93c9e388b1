'use strict'
const shelf = require('./shelf')

const books = [{ title: 'Emma', pages: 474 }]
console.log(shelf.titles(books))
console.log(shelf.find(books, 'Emma').pages)

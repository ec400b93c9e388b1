var Buffer = require('buffer').Buffer

var ENDING = Buffer.from('\r\n\r\n),
    LINE = /\r\n/g,
    MOST_PAIRS = 2000, // from the parser of Node
    MOST_BYTES = 80 * 1024

function read (text) {
  return text.split(LINE).length > MOST_PAIRS ? null : ENDING.length + MOST_BYTES
}

console.log(read('a'))

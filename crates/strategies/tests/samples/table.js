'use strict';

const path = require('path');
const { format } = require('util');

function pad(text, width) {
  var missing = width - text.length;
  return missing > 0 ? text + ' '.repeat(missing) : text;
}

function table(rows, options) {
  const widths = [];
  rows.forEach(function (row) {
    row.forEach(function (cell, index) {
      widths[index] = Math.max(widths[index] || 0, String(cell).length);
    });
  });

  const lines = rows.map((row) => {
    return row.map((cell, index) => pad(String(cell), widths[index])).join(' | ');
  });
  if (options && options.header) {
    const rule = widths.map((width) => '-'.repeat(width)).join('-+-');
    lines.splice(1, 0, rule);
  }
  return lines.join('\n');
}

const people = [
  { name: 'Ann', age: 31, langs: ['js', 'go'] },
  { name: 'Bo', age: 27, langs: [] },
];

let i = 0;
do {
  i++;
} while (i < people.length);

for (let k in people) {
  console.log(format('%s: %d', people[k].name, people[k].age));
}

const rows = people.filter(p => p.age > 30).map(({ name, age }) => [name, age]);
console.log(table([['name', 'age'], ...rows], { header: true }));
console.log(`in ${path.basename(__filename)}: ${rows.length} rows`);
module.exports = { pad, table };

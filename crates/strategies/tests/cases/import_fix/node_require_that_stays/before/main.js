import { join } from 'path';

function read(name) {
  return require(join(process.cwd(), name));
}

console.log(read('tea.json').kind);

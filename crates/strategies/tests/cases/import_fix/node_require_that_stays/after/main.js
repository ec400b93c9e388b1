import { join } from 'path';
import { createRequire } from 'module';

const require = createRequire(import.meta.url);

function read(name) {
  return require(join(process.cwd(), name));
}

console.log(read('tea.json').kind);

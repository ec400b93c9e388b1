import { basename } from 'node:path';

console.log(basename(__filename));

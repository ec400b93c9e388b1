import { slug } from './lib/txet.mjs';

console.log(slug('Two Words'));

import { slug } from './lib/text.mjs';

console.log(slug('Two Words'));

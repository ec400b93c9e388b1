import { slug } from './lib/text.js';

console.log(slug('Two Words'));

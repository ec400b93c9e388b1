import { slug } from './lib/text';

console.log(slug('Two Words'));

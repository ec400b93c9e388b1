import { greet } from './greeting.mjs';

console.log(greet('Ann'));

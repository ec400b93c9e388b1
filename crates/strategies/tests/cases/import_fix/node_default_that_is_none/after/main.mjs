import { Basket } from './basket.mjs';

console.log(new Basket().total());

import { kettle } from 'kettle';

console.log(kettle(3));

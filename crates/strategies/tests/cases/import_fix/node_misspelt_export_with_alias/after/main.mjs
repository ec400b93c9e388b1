import { formatDate } from './dates.mjs';

console.log(formatDate(new Date(0)));

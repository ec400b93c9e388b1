import { formatDat } from './dates.mjs';

console.log(formatDat(new Date(0)));

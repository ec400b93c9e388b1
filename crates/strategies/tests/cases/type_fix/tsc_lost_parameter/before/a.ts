import { total } from './shop';

export const a = total([1], 2);

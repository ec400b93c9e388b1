import { total } from './shop';

export const b = total([3], 4);

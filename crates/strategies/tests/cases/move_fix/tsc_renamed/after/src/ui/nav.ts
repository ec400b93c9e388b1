import { slug } from '../strings';

export const nav = slug('B');

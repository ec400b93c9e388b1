import { slug } from '../text';

export const nav = slug('B');

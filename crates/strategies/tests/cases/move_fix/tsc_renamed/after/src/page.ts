import { limit, slug } from './strings';

export const page = slug('A').slice(0, limit);

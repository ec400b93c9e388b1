import { limit, slug } from './text';

export const page = slug('A').slice(0, limit);

import Card from './Card';

export const app = Card(1);

import Card from './components/Card';

export const app = Card(1);

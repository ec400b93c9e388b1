import kettle from 'kettle';

const { boil, pour: fill } = kettle;

console.log(boil(3), fill(2));

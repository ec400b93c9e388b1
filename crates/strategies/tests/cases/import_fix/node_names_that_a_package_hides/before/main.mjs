import { boil, pour as fill } from 'kettle';

console.log(boil(3), fill(2));

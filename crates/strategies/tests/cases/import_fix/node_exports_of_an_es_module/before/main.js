import { boil } from './kettle.js';

console.log(boil(3));

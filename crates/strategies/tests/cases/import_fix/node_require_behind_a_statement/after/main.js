process.env.KETTLE = 'hot';
import { createRequire } from 'module';

const require = createRequire(import.meta.url);

const { boil } = require('./kettle.cjs');

console.log(boil());

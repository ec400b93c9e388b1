process.env.KETTLE = 'hot';
const { boil } = require('./kettle.cjs');

console.log(boil());

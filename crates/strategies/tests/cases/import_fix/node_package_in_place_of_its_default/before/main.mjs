import kettle from 'kettle';

console.log(kettle.boil(3));

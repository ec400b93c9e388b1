import * as tea from 'kettle';

console.log(tea.boil(3));

// The greatest number of guests.
const most = 12;
console.log(most);

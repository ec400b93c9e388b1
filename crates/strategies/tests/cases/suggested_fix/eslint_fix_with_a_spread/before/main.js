const defaults = { retries: 3 };
const settings = Object.assign({}, defaults, { verbose: true });
console.log(settings);

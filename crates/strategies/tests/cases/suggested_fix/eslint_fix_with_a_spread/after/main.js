const defaults = { retries: 3 };
const settings = { ...defaults, verbose: true};
console.log(settings);

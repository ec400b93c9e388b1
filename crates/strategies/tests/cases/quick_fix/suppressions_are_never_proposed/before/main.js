/** @type {string} */
let label = "a";
label = 4;
export {};

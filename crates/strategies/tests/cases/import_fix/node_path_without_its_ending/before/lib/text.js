export const slug = (words) => words.toLowerCase().replace(/ /g, '-');

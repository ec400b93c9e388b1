exports.slug = (words) => words.toLowerCase().replace(/ /g, '-');

exports.slug = text => text.toLowerCase();
exports.limit = 3;

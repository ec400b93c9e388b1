const kettle = process.env.KETTLE;

exports.boil = () => kettle;

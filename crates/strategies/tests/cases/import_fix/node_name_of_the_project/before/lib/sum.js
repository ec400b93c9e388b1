function total(numbers) {
    return numbers.reduce((sum, one) => sum + one, 0);
}

function average(numbers) {
    return total(numbers) / numbers.length;
}

module.exports = { total, average };

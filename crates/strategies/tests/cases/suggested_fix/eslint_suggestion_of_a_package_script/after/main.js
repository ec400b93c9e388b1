const limit = process.argv.length;
if (limit === 4) {
    console.log(limit);
}

let limit = 4;
if (limit) {
    console.log(limit);
}

function main() {
    let x = 1;
}

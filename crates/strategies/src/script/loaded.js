// Loads a package as a file in the current directory does (`require` or `import`), and prints what it gets.
const [how, name] = process.argv.slice(1);
const names = value => {
    const found = new Set();
    const isBase = at => at === null || at === Object.prototype || at === Function.prototype;
    if (typeof value !== "object" && typeof value !== "function") return [];
    for (let at = value; !isBase(at); at = Object.getPrototypeOf(at)) {
        for (const name of Object.getOwnPropertyNames(at)) found.add(name);
    }
    return [...found];
};
const part = value => ({ callable: typeof value === "function", members: names(value) });
const tell = loaded => {
    const exports = {};
    for (const name of Object.keys(loaded ?? {})) {
        const value = loaded[name];
        if (value !== undefined) exports[name] = part(value);
    }
    console.log("\n" + JSON.stringify({ whole: part(loaded), exports }));
    process.exit(0);
};
if (how === "require") tell(require(name));
else import(name).then(tell);

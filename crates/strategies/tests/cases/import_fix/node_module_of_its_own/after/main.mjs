import path from "node:path";
export function place(name) {
    return path.join("data", name);
}

console.log(place("a.txt"));

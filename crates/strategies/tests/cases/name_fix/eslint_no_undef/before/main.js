const counter = { hits: 0 };

function hit() {
    conuter.hits += 1;
}

hit();

const counter = { hits: 0 };

function hit() {
    counter.hits += 1;
}

hit();

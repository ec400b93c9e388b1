export function formatDate(date) {
    return date.toISOString();
}

export function parse(text) {
    return new Date(text);
}

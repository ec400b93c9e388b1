interface User {
    address?: { city: string };
}

export function show(user: User): void {
    console.log(user.address?.city);
}

interface User {
    address?: { city: string };
}

export function move(user: User): void {
    user.address.city = "Rome";
}

export interface User {
  name: string;
  age: number;
}

export function label(user: User): string {
  return user.nickname + " " + user.age;
}

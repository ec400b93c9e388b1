export const boil = cups => cups;

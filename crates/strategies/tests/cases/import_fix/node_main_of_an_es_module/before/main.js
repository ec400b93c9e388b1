export const boil = cups => cups;

if (require.main === module) {
  console.log(boil(3));
}

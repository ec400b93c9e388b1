export const settings = {
  retries: 3,
  retries: 4,
};

export const settings = {
  retries: 3,
  timeout: 10,
  retries: 3,
};

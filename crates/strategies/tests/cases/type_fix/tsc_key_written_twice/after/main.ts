export const settings = {
  retries: 3,
  timeout: 10,
};

export const get = (thing, name) =>
  // @ts-ignore
  thing[name];

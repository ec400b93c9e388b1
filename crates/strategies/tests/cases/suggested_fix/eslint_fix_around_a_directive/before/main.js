export let get = (thing, name) =>
  // @ts-ignore
  thing[name];

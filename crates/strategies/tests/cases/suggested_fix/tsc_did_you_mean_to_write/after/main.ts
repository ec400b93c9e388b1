interface Scope { readonly name: string; canFreeze_: boolean }
export const scope: Scope = {
  name: "root",
  canFreeze_: true,
};

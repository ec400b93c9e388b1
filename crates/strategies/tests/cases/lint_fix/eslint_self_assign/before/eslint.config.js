export default [{ rules: {"no-self-assign": "error"} }];

export default [{ rules: {"no-unused-vars": "error"} }];

export default [{ rules: {"no-debugger": "error"} }];

export default [{ rules: {"prefer-spread": "error"} }];

export default [{ rules: { "prefer-object-spread": "error" } }];

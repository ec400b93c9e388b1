export default [{ rules: { "prefer-const": "error", "eqeqeq": "error", "no-extra-boolean-cast": "error" } }];

// Validates JUnit files against each of several schemas: junit.cjs SCHEMA... -- FILE...
const fs = require("fs");
const { validateXML } = require("xmllint-wasm");

const named = (fileName) => ({ fileName, contents: fs.readFileSync(fileName, "utf8") });

async function main() {
  const border = process.argv.indexOf("--");
  const xml = process.argv.slice(border + 1).map(named);
  for (const schema of process.argv.slice(2, border)) {
    const { valid, errors } = await validateXML({ xml, schema: [named(schema)] });
    if (!valid) {
      process.exitCode = 1;
      errors.slice(0, 20).forEach((error) => console.log(`${schema}: ${error.rawMessage}`));
    }
  }
}

main();

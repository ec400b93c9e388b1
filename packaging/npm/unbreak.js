#!/usr/bin/env node
// Starts the program of the package for this system, and ends as it ends.
"use strict";

const { spawn } = require("node:child_process");

const system = `${process.platform}-${process.arch}`;

function program() {
  try {
    return require.resolve(`@unbreak/${system}/bin/unbreak`);
  } catch {
    console.error(
      `unbreak: there is no program for ${system} in node_modules.\n` +
        `Install it with: npm install @unbreak/${system}\n` +
        "If npm does not know that package, this system is not supported; build it with cargo instead.",
    );
    process.exit(127);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
const forwarded = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];
for (const signal of forwarded) {
  // A terminal sends its signals to both; the program decides when to end.
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`unbreak: the program cannot be started: ${error.message}`);
  process.exit(126);
});
child.on("exit", (code, signal) => {
  if (signal === null) {
    process.exit(code);
  }
  for (const one of forwarded) {
    process.removeAllListeners(one);
  }
  process.kill(process.pid, signal);
});

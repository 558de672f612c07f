"use strict";

// Starts a program of the package for this system.
const { spawnSync } = require("node:child_process");

module.exports = (program) => {
  const name = `automarker-${process.platform}-${process.arch}`;
  const suffix = process.platform === "win32" ? ".exe" : "";
  let path;
  try {
    path = require.resolve(`${name}/bin/${program}${suffix}`);
  } catch {
    console.error(
      `error: cannot start ${program}: the package ${name} is not installed; ` +
        "there are packages for Linux, macOS and Windows, and npm leaves them out with --no-optional",
    );
    process.exit(3);
  }
  const { error, signal, status } = spawnSync(path, process.argv.slice(2), { stdio: "inherit" });
  if (error) {
    console.error(`error: cannot start ${path}: ${error.message}`);
    process.exit(3);
  }
  if (signal) process.kill(process.pid, signal);
  process.exit(status);
};

#!/usr/bin/env node
import { processEnvironment } from './environment';
import { run } from './run';

run(process.argv.slice(2), {
  environment: processEnvironment,
  out: console.log,
  err: console.error,
  stdin: process.stdin,
  stdout: process.stdout,
}).then((code) => {
  process.exitCode = code;
  // Handles that the host's configuration left open (such as a Redis connection) must not keep the process
  // alive.
  setTimeout(() => process.exit(), 1000).unref();
});

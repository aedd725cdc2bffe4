#!/usr/bin/env node
import { processEnvironment } from './environment';
import { run } from './run';

run(process.argv.slice(2), {
  environment: processEnvironment,
  out: console.log,
  err: console.error,
  stdout: process.stdout,
}).then((code) => {
  process.exitCode = code;
  // What a configuration of the host's has left open (a connection to Redis) must not keep the process.
  setTimeout(() => process.exit(), 1000).unref();
});

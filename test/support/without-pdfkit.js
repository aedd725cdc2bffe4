// `node -r test/support/without-pdfkit.js`: as on a machine where the optional package is not installed.
const Module = require('node:module');

const resolve = Module._resolveFilename;

Module._resolveFilename = function (request, ...rest) {
  if (request === 'pdfkit')
    throw Object.assign(new Error("Cannot find module 'pdfkit'"), { code: 'MODULE_NOT_FOUND' });
  return resolve.call(this, request, ...rest);
};

// What hosts import: source files by the name of the file in dist/, without extension.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = (file) => join(fileURLToPath(new URL('../src', import.meta.url)), file);

/** Entry points of the package `express-consent`. */
export const entries = {
  index: source('index.ts'),
  'storage/storage-contract': source('server/platform/storage/storage-contract.ts'),
  'client/index': source('client/index.ts'),
  'testing/index': source('testing/index.ts'),
};

/** Files that are run rather than imported; threads are started from a file next to the bundle. */
export const programs = {
  'cli/main': source('server/cli/main.ts'),
  'xlsx-worker': source('server/evidence/exports/xlsx-worker.ts'),
  'pdf-worker': source('server/platform/pdf/pdf-worker.ts'),
};

/** Entry points for hosts that bundle the widget themselves, in dist/browser/. */
export const browserEntries = {
  widget: source('widget/index.ts'),
  react: source('widget/bindings/react.ts'),
  vue: source('widget/bindings/vue.ts'),
  svelte: source('widget/bindings/svelte.ts'),
};

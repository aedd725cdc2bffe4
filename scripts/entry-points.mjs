// What hosts import: source files by the name of the file in dist/, without extension.

/** Entry points of the package `express-consent`. */
export const entries = {
  index: 'src/index.ts',
  'storage/storage-contract': 'src/server/platform/storage/storage-contract.ts',
  'client/index': 'src/client/index.ts',
  'testing/index': 'src/testing/index.ts',
};

/** Entry points for hosts that bundle the widget themselves, in dist/browser/. */
export const browserEntries = {
  widget: 'src/widget/index.ts',
  react: 'src/widget/bindings/react.ts',
  vue: 'src/widget/bindings/vue.ts',
  svelte: 'src/widget/bindings/svelte.ts',
};

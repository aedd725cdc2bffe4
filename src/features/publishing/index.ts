export { createGate } from './gate';
export { createHotServe, type HotServeOptions } from './hot-serve';
export { hotServeDescriptions } from './hot-serve-description';
export { adminFileName, type SnapshotManifest, snapshotKey } from './layout';
export { publish, readPointer, withdraw } from './publication';

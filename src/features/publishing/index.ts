export { createHotServe, type HotServe, type HotServeOptions } from './hot-serve';
export { adminFileName, type GroupAddress, type Publication, type PublishedPointer, type SnapshotAddress, type SnapshotManifest, snapshotKey } from './layout';
export { type PublishingContext, publish, readPointer, withdraw } from './publication';

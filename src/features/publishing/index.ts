export { createHotServe, type HotServe, type HotServeOptions } from './hot-serve';
export { hotServeDescriptions } from './hot-serve-description';
export {
  type GroupAddress,
  type Publication,
  parseFileKey,
  parseManifest,
  type SnapshotManifest,
  snapshotKey,
  snapshotManifestName,
} from './layout';
export { publish, readPointer, SnapshotMissing, withdraw } from './publication';
export { publishedFiles, storedGroups } from './published-groups';

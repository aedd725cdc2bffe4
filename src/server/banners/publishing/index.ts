export { type ContentCoding, codedEtag, createCodingChoice } from './accept-encoding';
export { type Compress, createCompression } from './compression';
export { createHotServe, type HotServe, type HotServeOptions } from './hot-serve';
export { hotServeDescriptions } from './hot-serve-description';
export { end, sendError } from './hot-serve-replies';
export {
  type GroupAddress,
  groupPrefix,
  type Publication,
  parseFileKey,
  parseManifest,
  parseStoredPlace,
  revisionName,
  type SnapshotManifest,
  type StoredPlace,
  snapshotKey,
  snapshotManifestName,
} from './layout';
export { type FileChange, publish, readPointer, SnapshotMissing, withdraw } from './publication';
export { hasEveryFile, isPublished, publishedFiles, storedGroups } from './published-groups';
export type { PublishedFile, PublishedReader } from './published-reader';
export { openHeaders } from './variants';

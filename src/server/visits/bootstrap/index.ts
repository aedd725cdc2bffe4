export { type Bootstrap, hints } from './bootstrap-schemas';
export { createCachePolicy } from './cache-policy';
export { createBootstrap, type VisitorTerms } from './create-bootstrap';
export { createFindPlace, type FindPlace } from './visitor-place';

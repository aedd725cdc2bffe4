export type { Confidence, Jurisdiction, Law } from './jurisdiction-types';
export { jurisdictions, jurisdictionsAsOf } from './jurisdictions';
export { gpcBindsAt, groupAt, isInForce, lawName } from './law-in-force';
export { type JurisdictionMatch, type JurisdictionOptions, lookupJurisdiction } from './lookup-jurisdiction';
export { type Place, readPlace, unknownPlace } from './place';

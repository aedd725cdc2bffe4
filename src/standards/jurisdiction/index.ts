export type { Jurisdiction, Law } from './jurisdiction-types';
export { jurisdictions, jurisdictionsAsOf } from './jurisdictions';
export { groupAt, isInForce, lawName } from './law-in-force';
export { type JurisdictionOptions, lookupJurisdiction } from './lookup-jurisdiction';
export { type Place, readPlace, unknownPlace } from './place';

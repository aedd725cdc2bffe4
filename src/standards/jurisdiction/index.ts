export { consentValidity } from './consent-validity';
export type { Jurisdiction, Law, LawTerms } from './jurisdiction-types';
export { jurisdictions, jurisdictionsAsOf } from './jurisdictions';
export { lawAt, lawName } from './law-in-force';
export { type JurisdictionEntry, listJurisdictions } from './list-jurisdictions';
export {
  type JurisdictionMatch,
  type JurisdictionOptions,
  lookupJurisdiction,
  overriddenGroup,
} from './lookup-jurisdiction';
export { type Place, readPlace, unknownPlace } from './place';
export { type PlaceWithLaw, placesOfGroup } from './places-of-group';

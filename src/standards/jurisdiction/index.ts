export type { Jurisdiction, Law, LawTerms } from './jurisdiction-types';
export { jurisdictions, jurisdictionsAsOf } from './jurisdictions';
export { type JurisdictionEntry, listJurisdictions } from './list-jurisdictions';
export {
  consentValidity,
  type GroupOverrides,
  type JurisdictionMatch,
  type JurisdictionOptions,
  lawAt,
  lawName,
  lookupJurisdiction,
  overriddenGroup,
  type Place,
  readPlace,
  unknownPlace,
} from './lookup-jurisdiction';
export { type PlaceWithLaw, placesOfGroup, placesThatAskFirst } from './places-of-group';

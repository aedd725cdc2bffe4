export { lawChangesSince } from './changes-since';
export { type LawChange, lawChanges } from './law-changes';
export { type ServedProfile, type TouchOptions, touchedPlaces } from './touched-places';

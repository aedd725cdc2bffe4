export { createPreferences, type VisitorRecords } from './create-preferences';

export { createRegistrations } from './create-registrations';

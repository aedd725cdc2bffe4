/** Creates a UUID v4: a visitor id must not reveal the time of the first visit. */
export { randomUUID as newVisitorId } from 'node:crypto';
/** Creates a UUID v7 (RFC 9562), the id of everything that the service creates. Ids sort by creation time. */
export { uuidv7 as newId } from 'uuidv7';

/**
 * Pattern of a valid visitor id: 1 to 128 unreserved URL characters; not `.` or `..`, and not the word that a
 * route uses at the same position of its path.
 */
export const visitorIdPattern = '^(?!(?:\\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$';

/**
 * A host's id of one of its users. Printable ASCII without spaces compares alike on every database; browsers resolve
 * `.` and `..` in an address.
 */
export const subjectIdPattern = '^(?!\\.{1,2}$)[\\x21-\\x7e]{1,128}$';

/** Maximum length of the ids of what the service stores (characters): the width of their columns. */
export const maxIdLength = 64;

const storedIdPattern = new RegExp(`^[A-Za-z0-9._~-]{1,${maxIdLength}}$`);

/** Returns whether a text can be an id of what the service stores. Strangers can send any other text in place of one. */
export const isPossibleId = (text: string): boolean => storedIdPattern.test(text);

/** The implicit tenant of single-tenant mode. */
export const defaultTenantId = 'default';

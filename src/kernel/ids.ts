import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** UUID v7 (RFC 9562): ids of everything that the service itself makes; they sort by creation time. */
export function newId(): string {
  return uuidv7();
}

/** UUID v4: a visitor id must not tell when the visitor first came. */
export function newVisitorId(): string {
  return randomUUID();
}

/**
 * What the service accepts as a visitor id: 1 to 128 unreserved URL characters, never a path step, nor the
 * one word that stands in the place of a visitor id in a route.
 */
export const visitorIdPattern = '^(?!(?:\\.{1,2}|parental-consent-resolve)$)[A-Za-z0-9._~-]{1,128}$';

/** The implicit tenant of single-tenant mode. */
export const defaultTenantId = 'default';

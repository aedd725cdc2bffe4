import { logText } from '#platform/kernel/log-text';
import { SamlRefused } from './saml-refusal';

/** Requirements for an assertion in addition to its signature, audience and validity times. */
export interface AssertionRules {
  /** The identity provider's entity id; undefined accepts any issuer that signs with its key. */
  readonly idpIssuer: string | undefined;
  /** URL of the service's assertion consumer service. */
  readonly recipient: string;
  readonly requestId: string;
  /** Current time (epoch ms). */
  readonly now: number;
  /** Tolerated difference between the clocks (ms). */
  readonly skewMs: number;
}

/** A signed assertion that was issued for this service and this request and is valid now. */
export interface Assertion {
  readonly issuer: string;
  readonly nameId: string | null;
  readonly nameIdFormat: string | null;
  /** Texts by attribute name; elements inside values are left out. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** Latest end of the session that the provider allows (epoch ms). */
  readonly sessionEndsAt: number | null;
}

/**
 * An element as the library returns it: lists of children by local name, `$` the attributes, `_` the text.
 */
type Element = Readonly<Record<string, unknown>>;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Minimum length of a session (ms): a shorter one would end before it is used. */
const minSessionMs = 10_000;

/**
 * Reads the signed part of a response and validates it against the web browser SSO profile (SAML profiles,
 * section 4.1.4.2).
 * @param document the signed bytes as the library parses them
 * @throws SamlRefused
 */
export function readAssertion(document: unknown, rules: AssertionRules): Assertion {
  const assertion = isElement(document) && isElement(document.Assertion) ? document.Assertion : null;
  const subject = only(assertion, 'Subject');
  const issuer = readText(only(assertion, 'Issuer'));
  if (assertion === null || subject === null || issuer === null || only(assertion, 'Conditions') === null)
    throw new SamlRefused('invalid_assertion');
  if (readAttribute(assertion, 'Version') !== '2.0' || children(assertion, 'AuthnStatement').length === 0)
    throw new SamlRefused('invalid_assertion');
  if (rules.idpIssuer !== undefined && issuer !== rules.idpIssuer)
    throw new SamlRefused('wrong_issuer', { facts: toFacts(rules.idpIssuer, [issuer]) });
  requireConfirmed(subject, rules);
  const sessionEndsAt = sessionEnd(assertion);
  if (sessionEndsAt !== null && sessionEndsAt < rules.now + minSessionMs)
    throw new SamlRefused('response_expired');

  const nameIds = children(subject, 'NameID');
  if (nameIds.length > 1) throw new SamlRefused('invalid_assertion');
  const [nameId = null] = nameIds;
  return {
    issuer,
    nameId: readText(nameId),
    nameIdFormat: readAttribute(nameId, 'Format'),
    attributes: readAttributes(assertion),
    sessionEndsAt,
  };
}

/**
 * Requires one confirmation that the bearer of the assertion is the subject, valid now, for this recipient
 * and this request.
 */
function requireConfirmed(subject: Element, { recipient, requestId, now, skewMs }: AssertionRules): void {
  const bearers = children(subject, 'SubjectConfirmation').filter(
    (confirmation) => readAttribute(confirmation, 'Method') === bearer,
  );
  const confirmations = bearers.flatMap((confirmation) => children(confirmation, 'SubjectConfirmationData'));
  const forUs = confirmations.filter((data) => readAttribute(data, 'Recipient') === recipient);
  if (confirmations.length > 0 && forUs.length === 0) {
    const found = confirmations.map((data) => readAttribute(data, 'Recipient') ?? '');
    throw new SamlRefused('wrong_recipient', { facts: toFacts(recipient, found) });
  }
  const answers = forUs.filter((data) => readAttribute(data, 'InResponseTo') === requestId);
  if (forUs.length > 0 && answers.length === 0) throw new SamlRefused('unsolicited_response');
  const ends = answers.map((data) => Date.parse(readAttribute(data, 'NotOnOrAfter') ?? ''));
  if (ends.length === 0) throw new SamlRefused('invalid_assertion');
  if (!ends.some((end) => now - skewMs < end)) throw new SamlRefused('response_expired');
}

const toFacts = (configured: string, found: readonly string[]) => ({
  configured: logText(configured),
  found: logText(found.join(', ')),
});

/** Returns the earliest end of session in the assertion (epoch ms), or null. @throws SamlRefused */
function sessionEnd(assertion: Element): number | null {
  const texts = children(assertion, 'AuthnStatement').map((statement) =>
    readAttribute(statement, 'SessionNotOnOrAfter'),
  );
  const ends = texts.filter((end) => end !== null).map((end) => Date.parse(end));
  if (ends.some(Number.isNaN)) throw new SamlRefused('invalid_assertion');
  return ends.length === 0 ? null : Math.min(...ends);
}

function readAttributes(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>();
  for (const attribute of children(assertion, 'AttributeStatement').flatMap((statement) =>
    children(statement, 'Attribute'),
  )) {
    const name = readAttribute(attribute, 'Name') ?? '';
    const texts = children(attribute, 'AttributeValue').map(readText);
    attributes.set(name, [...(attributes.get(name) ?? []), ...texts.filter((text) => text !== null)]);
  }
  return attributes;
}

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the children with a name. The library returns an element without attributes and children as a text.
 */
function children(element: Element | null, name: string): Element[] {
  const list = element !== null && Object.hasOwn(element, name) ? element[name] : [];
  return (Array.isArray(list) ? list : [])
    .map((child) => (typeof child === 'string' ? { _: child } : child))
    .filter(isElement);
}

function only(element: Element | null, name: string): Element | null {
  const elements = children(element, name);
  return elements.length === 1 ? (elements[0] ?? null) : null;
}

function readAttribute(element: Element | null, name: string): string | null {
  const attributes = element?.$;
  const value = isElement(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : null;
  return typeof value === 'string' ? value : null;
}

/**
 * Returns the text of an element without surrounding white space. Null when there is no text, or elements
 * instead of text.
 */
function readText(element: Element | null): string | null {
  if (element === null || Object.keys(element).some((key) => key !== '_' && key !== '$')) return null;
  const text = typeof element._ === 'string' ? element._.trim() : '';
  return text === '' ? null : text;
}

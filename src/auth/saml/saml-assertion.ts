import { SamlRefused } from './saml-refusal';

/** What the service provider demands of an assertion beyond a signature, an audience and times that hold. */
export interface AssertionRules {
  /** The identity provider's entity id; undefined: whoever holds its key. */
  readonly idpIssuer: string | undefined;
  /** Our assertion consumer service. */
  readonly recipient: string;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly skewMs: number;
}

/** A signed assertion that was made for us, for this request, for now. */
export interface Assertion {
  readonly issuer: string;
  readonly nameId: string | null;
  readonly nameIdFormat: string | null;
  /** Texts by attribute name; elements inside values are left out. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** Until when the provider wants a session to last at most, epoch milliseconds. */
  readonly sessionEndsAt: number | null;
}

/** An element as the library tells it: children as lists by local name, `$` the attributes, `_` the text. */
type Element = Readonly<Record<string, unknown>>;

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** What would end before it is used is none. */
const shortestSessionMs = 10_000;

/**
 * Reads the signed part of a response, and holds it to the web browser SSO profile (SAML profiles, section
 * 4.1.4.2).
 * @param document what the library gives of the signed bytes
 * @throws SamlRefused
 */
export function readAssertion(document: unknown, rules: AssertionRules): Assertion {
  const assertion = isElement(document) && isElement(document.Assertion) ? document.Assertion : null;
  const subject = only(assertion, 'Subject');
  const issuer = textOf(only(assertion, 'Issuer'));
  if (assertion === null || subject === null || issuer === null || only(assertion, 'Conditions') === null)
    throw new SamlRefused('invalid_assertion');
  if (attributeOf(assertion, 'Version') !== '2.0' || children(assertion, 'AuthnStatement').length === 0)
    throw new SamlRefused('invalid_assertion');
  if (rules.idpIssuer !== undefined && issuer !== rules.idpIssuer) throw new SamlRefused('wrong_issuer');
  requireConfirmed(subject, rules);
  const sessionEndsAt = sessionEnd(assertion);
  if (sessionEndsAt !== null && sessionEndsAt < rules.now + shortestSessionMs)
    throw new SamlRefused('response_expired');

  const nameIds = children(subject, 'NameID');
  if (nameIds.length > 1) throw new SamlRefused('invalid_assertion');
  const [nameId = null] = nameIds;
  return {
    issuer,
    nameId: textOf(nameId),
    nameIdFormat: attributeOf(nameId, 'Format'),
    attributes: attributesOf(assertion),
    sessionEndsAt,
  };
}

/**
 * One confirmation must say that whoever brings the assertion, here, in answer to this request, in this time,
 * is the subject.
 */
function requireConfirmed(subject: Element, { recipient, requestId, now, skewMs }: AssertionRules): void {
  const bearers = children(subject, 'SubjectConfirmation').filter(
    (confirmation) => attributeOf(confirmation, 'Method') === bearer,
  );
  const told = bearers.flatMap((confirmation) => children(confirmation, 'SubjectConfirmationData'));
  const ours = told.filter((data) => attributeOf(data, 'Recipient') === recipient);
  if (told.length > 0 && ours.length === 0) throw new SamlRefused('wrong_recipient');
  const answers = ours.filter((data) => attributeOf(data, 'InResponseTo') === requestId);
  if (ours.length > 0 && answers.length === 0) throw new SamlRefused('unsolicited_response');
  const ends = answers.map((data) => Date.parse(attributeOf(data, 'NotOnOrAfter') ?? ''));
  if (ends.length === 0) throw new SamlRefused('invalid_assertion');
  if (!ends.some((end) => now - skewMs < end)) throw new SamlRefused('response_expired');
}

/** @throws SamlRefused */
function sessionEnd(assertion: Element): number | null {
  const told = children(assertion, 'AuthnStatement').map((statement) =>
    attributeOf(statement, 'SessionNotOnOrAfter'),
  );
  const ends = told.filter((end) => end !== null).map((end) => Date.parse(end));
  if (ends.some(Number.isNaN)) throw new SamlRefused('invalid_assertion');
  return ends.length === 0 ? null : Math.min(...ends);
}

function attributesOf(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>();
  for (const attribute of children(assertion, 'AttributeStatement').flatMap((statement) =>
    children(statement, 'Attribute'),
  )) {
    const name = attributeOf(attribute, 'Name') ?? '';
    const texts = children(attribute, 'AttributeValue').map(textOf);
    attributes.set(name, [...(attributes.get(name) ?? []), ...texts.filter((text) => text !== null)]);
  }
  return attributes;
}

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An element without attributes and children comes as its text alone. */
function children(element: Element | null, name: string): Element[] {
  const found = element !== null && Object.hasOwn(element, name) ? element[name] : [];
  return (Array.isArray(found) ? found : [])
    .map((child) => (typeof child === 'string' ? { _: child } : child))
    .filter(isElement);
}

function only(element: Element | null, name: string): Element | null {
  const found = children(element, name);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function attributeOf(element: Element | null, name: string): string | null {
  const attributes = element?.$;
  const value = isElement(attributes) && Object.hasOwn(attributes, name) ? attributes[name] : null;
  return typeof value === 'string' ? value : null;
}

/**
 * Without the white space in which a document may be laid out. Null when there is none, or elements stand in
 * its place.
 */
function textOf(element: Element | null): string | null {
  if (element === null || Object.keys(element).some((key) => key !== '_' && key !== '$')) return null;
  const text = typeof element._ === 'string' ? element._.trim() : '';
  return text === '' ? null : text;
}

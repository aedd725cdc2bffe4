// Why: docs/adr/0021-saml-responses-before-the-parser.md

/**
 * Facts about a response that are read from its text, before any XML parser sees it. A library checks the
 * signature later; this step only accepts documents that all parsers read in the same way. Every attack that
 * moves a signed part and puts a forged one in its place (XML signature wrapping) needs a second assertion or
 * response, and every attack that splits a signed text needs a comment or a processing instruction.
 */
export interface ResponseShape {
  readonly inResponseTo: string | null;
  readonly destination: string | null;
  /** Result of the request, according to the provider. */
  readonly status: string | null;
  readonly assertions: number;
  readonly signatures: number;
  /** Algorithms of signatures and digests. */
  readonly algorithms: readonly string[];
}

/**
 * Limits that exceed what providers send, even with two hundred roles. Anyone can send a response, and the
 * time that the libraries take grows with the square of these numbers: 300 elements take some 25 ms, 900 took
 * 225 ms.
 */
const maxElements = 300;
const maxAttributes = 1200;
const maxAttributesOfOne = 30;
const maxDepth = 30;

const declaration = /^\uFEFF?<\?xml\s[^<>?]*\?>/;
/** A tag. Anything else that begins with `<` is refused: comments, instructions, CDATA and document types. */
const tagPattern = /<(\/?)([^\s<>/="'!?]+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const attributePattern = /\s([^\s<>/="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads the facts about a response. Returns null unless the document is one response with at most one
 * assertion, without comments, processing instructions, CDATA or a document type.
 */
export function readShape(xml: string): ResponseShape | null {
  const document = xml.replace(declaration, '').trim();
  const counts = new Map<string, number>();
  const algorithms: string[] = [];
  const open: string[] = [];
  let root: ReadonlyMap<string, string> | null = null;
  let status: string | null = null;
  let elements = 0;
  let attributeCount = 0;

  for (let at = document.indexOf('<'); at !== -1; at = document.indexOf('<', tagPattern.lastIndex)) {
    if (open.length === 0 && document.slice(root === null ? 0 : tagPattern.lastIndex, at).trim() !== '')
      return null;
    tagPattern.lastIndex = at;
    const [, closes, name = '', text = '', isEmpty] = tagPattern.exec(document) ?? [];
    if (closes) {
      if (open.pop() !== name || text !== '' || isEmpty) return null;
      continue;
    }
    const [local = '', ...rest] = name.split(':').reverse();
    const attributes = readAttributes(text);
    if (local === '' || rest.length > 1 || attributes === null) return null;
    elements += 1;
    attributeCount += attributes.size;
    if (
      elements > maxElements ||
      attributeCount > maxAttributes ||
      attributes.size > maxAttributesOfOne ||
      open.length >= maxDepth
    )
      return null;
    if (open.length === 0 && (root !== null || local !== 'Response')) return null;
    root ??= attributes;
    counts.set(local, (counts.get(local) ?? 0) + 1);
    if (local === 'StatusCode') status ??= attributes.get('Value') ?? '';
    if (local === 'SignatureMethod' || local === 'DigestMethod')
      algorithms.push(attributes.get('Algorithm') ?? '');
    if (!isEmpty) open.push(name);
  }

  const count = (local: string) => counts.get(local) ?? 0;
  if (root === null || open.length > 0 || !document.endsWith('>')) return null;
  if (count('Response') !== 1 || count('Assertion') > 1 || count('EncryptedAssertion') > 0) return null;
  return {
    inResponseTo: root.get('InResponseTo') ?? null,
    destination: root.get('Destination') ?? null,
    status,
    assertions: count('Assertion'),
    signatures: count('Signature'),
    algorithms,
  };
}

/** Returns the attributes of a tag; null when one is repeated. */
function readAttributes(text: string): ReadonlyMap<string, string> | null {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(attributePattern)) {
    if (attributes.has(name)) return null;
    attributes.set(name, decodeEntities(double ?? single ?? ''));
  }
  return attributes;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** Decodes the five entities of XML itself. Others remain as they are and then match no expected value. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity);
}

/**
 * A look at a response as text, before any XML parser sees it. The signature is checked by a library later;
 * here only documents are let through in which parsers have nothing to disagree about. Every attack that
 * moves a signed part elsewhere and puts a forged one in its place (XML signature wrapping) needs a second
 * assertion or response, and every one that splits a signed text needs a comment or a processing instruction.
 */
export interface ResponseShape {
  readonly inResponseTo: string | null;
  readonly destination: string | null;
  /** What the provider says came of the request. */
  readonly status: string | null;
  readonly assertions: number;
  readonly signatures: number;
  /** Of signatures and digests. */
  readonly algorithms: readonly string[];
}

/**
 * More than providers send, two hundred roles included. Anyone can send a response, and the work of the
 * libraries grows with the square of these numbers: 300 elements take some 25 ms, 900 took 225 ms.
 */
const maxElements = 300;
const maxAttributes = 1200;
const maxAttributesOfOne = 30;
const maxDepth = 30;

const declaration = /^\uFEFF?<\?xml\s[^<>?]*\?>/;
/** What begins with `<` is a tag or refused: comments, instructions, CDATA and document types are none. */
const tagPattern = /<(\/?)([^\s<>/="'!?]+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const attributePattern = /\s([^\s<>/="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Null for anything but one response of one assertion at most, without comments, processing instructions,
 * CDATA or a document type.
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

/** Null when one stands there twice. */
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

/** The five of XML itself; others stay as they are, and then fit nothing. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity);
}

import { parse } from 'ipaddr.js';

/** Writes databases in the MaxMind DB format (version 2.0), small ones: for tests of what reads them. */

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

export interface MmdbOptions {
  /**
   * The data of each network: `{ '81.2.69.0/24': { country: { iso_code: 'GB' } } }`. Networks do not
   * overlap.
   */
  readonly networks: Readonly<Record<string, Value>>;
  readonly databaseType?: string;
  readonly ipVersion?: 4 | 6;
  /** Bits of a record of the tree. */
  readonly recordSize?: 24 | 28 | 32;
  readonly builtAt?: Date;
}

/**
 * A node of the search tree: two children, each a node, the place of a value in the data section, or nothing.
 */
type Child = Node | { readonly offset: number } | null;
interface Node {
  readonly children: [Child, Child];
}

export function buildMmdb({
  networks,
  databaseType = 'GeoLite2-City',
  ipVersion = 6,
  recordSize = 24,
  builtAt = new Date(),
}: MmdbOptions): Buffer {
  const root: Node = { children: [null, null] };
  const data: Buffer[] = [];
  let length = 0;
  for (const [network, value] of Object.entries(networks)) {
    const encoded = encode(value);
    insert(root, bitsOf(network, ipVersion), { offset: length });
    data.push(encoded);
    length += encoded.length;
  }
  const nodes = numbered(root);
  const metadata = {
    node_count: nodes.length,
    record_size: recordSize,
    ip_version: ipVersion,
    database_type: databaseType,
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Math.floor(builtAt.getTime() / 1000),
    description: { en: 'made by a test' },
  };
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([
    ...nodes.map((node) => record(node, nodes, recordSize)),
    Buffer.alloc(16),
    ...data,
    marker,
    encode(metadata),
  ]);
}

/** The bits of a network's prefix. An IPv6 tree contains IPv4 networks below 96 zeros. */
function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address = '', length] = network.split('/');
  const bytes = parse(address).toByteArray();
  const own = bytes
    .flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number))
    .slice(0, Number(length));
  return ipVersion === 6 && bytes.length === 4 ? [...new Array<number>(96).fill(0), ...own] : own;
}

function insert(root: Node, bits: readonly number[], leaf: { readonly offset: number }): void {
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const next = node.children[bit as 0 | 1];
    if (next !== null && 'offset' in next) throw new Error('networks must not overlap');
    const child = next ?? { children: [null, null] };
    node.children[bit as 0 | 1] = child;
    node = child;
  }
  node.children[bits.at(-1) as 0 | 1] = leaf;
}

function numbered(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes)
    nodes.push(...node.children.filter((child): child is Node => child !== null && 'children' in child));
  return nodes;
}

function record(node: Node, nodes: readonly Node[], recordSize: 24 | 28 | 32): Buffer {
  const [left, right] = node.children.map((child) => {
    if (child === null) return nodes.length; // nothing is known
    return 'children' in child ? nodes.indexOf(child) : nodes.length + 16 + child.offset;
  }) as [number, number];
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  if (recordSize === 28) {
    // The middle byte holds the highest four bits of both.
    const [leftHex, rightHex] = [hex(left, 7), hex(right, 7)];
    return Buffer.from(`${leftHex.slice(1)}${leftHex[0]}${rightHex[0]}${rightHex.slice(1)}`, 'hex');
  }
  return Buffer.from(hex(left, recordSize / 4) + hex(right, recordSize / 4), 'hex');
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.from(value.toString(16).padStart(8, '0'), 'hex');
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ]);
}

/** The byte that tells type and size; types above 7 have a byte of their own. */
function control(type: number, size: number): Buffer {
  if (size >= 29) throw new Error('larger values are not needed by tests');
  return type <= 7 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7]);
}

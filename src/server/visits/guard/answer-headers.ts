import type { ServerResponse } from 'node:http';

/**
 * Headers of an answer that is about to be sent: those set before, and those in the call of `writeHead`, which replace
 * those of the same name.
 */
export interface AnswerHeaders {
  readonly res: ServerResponse;
  /** Arguments of `writeHead`. */
  readonly args: unknown[];
  /** Index of the headers among the arguments. */
  readonly at: number;
  /** The headers in the call. */
  given: readonly Header[];
}

type Header = readonly [name: string, value: unknown];

/** A method of Node that its types lack. */
interface RawNames {
  getRawHeaderNames?(): string[];
}

const none: readonly never[] = [];

/**
 * Reads the arguments of `writeHead(status, reason?, headers?)` in every form that Node accepts: headers as an object, as
 * a flat list or as a list of pairs. The form is kept, because Node sends each in its own way.
 * @param args changed in place by the functions that change headers
 */
export function readAnswerHeaders(res: ServerResponse, args: unknown[]): AnswerHeaders {
  const at = typeof args[1] === 'object' && args[1] !== null ? 1 : 2;
  return { res, args, at, given: readHeaders(args[at]) };
}

/** Returns the values that are sent of a header; its name in lower case. */
export function getValues({ res, given }: AnswerHeaders, name: string): readonly string[] {
  if (given.length === 0) return toValues(res.getHeader(name));
  const own = given.filter(isNamed(name));
  return own.length > 0 ? own.flatMap(([, value]) => toValues(value)) : toValues(res.getHeader(name));
}

/** Changes the values of a header one by one; null removes a value. The name is in lower case. */
export function editValues(
  headers: AnswerHeaders,
  name: string,
  change: (value: string) => string | null,
): void {
  const { res, given } = headers;
  if (!given.some(isNamed(name))) {
    const before = res.getHeader(name);
    const after = changeValue(before, change);
    if (after === before) return;
    if (after === null) res.removeHeader(name);
    else res.setHeader(findName(res, name), after as string | string[]);
    return;
  }
  const changed = given.flatMap((header): Header[] => {
    if (!isNamed(name)(header)) return [header];
    const [key, value] = header;
    const after = changeValue(value, change);
    if (after === value) return [header];
    return after === null ? [] : [[key, after]];
  });
  if (isSame(changed, given)) return;
  // What the call replaces must not come back when the call's own values are removed.
  res.removeHeader(name);
  replaceGiven(headers, changed);
}

/** Sends further values of a header, without those that are sent already. */
export function addValues(headers: AnswerHeaders, name: string, values: readonly string[]): void {
  const { res, args, at, given } = headers;
  const lower = name.toLowerCase();
  const before = getValues(headers, lower);
  const missing = before.length === 0 ? values : values.filter((value) => !before.includes(value));
  if (missing.length === 0) return;
  const own = given.filter(isNamed(lower));
  const isSent = args[at] !== undefined && args[at] !== null;
  if (own.length > 0 || (isSent && res.getHeaderNames().length === 0)) {
    const others = given.filter((header) => !isNamed(lower)(header));
    replaceGiven(headers, [...others, [own.at(-1)?.[0] ?? name, [...before, ...missing]]]);
    return;
  }
  if (before.length === 0) res.setHeader(name, missing.length === 1 ? (missing[0] ?? '') : missing);
  else res.setHeader(findName(res, lower), [...before, ...missing]);
}

function replaceGiven(headers: AnswerHeaders, given: readonly Header[]): void {
  const { args, at } = headers;
  headers.given = given;
  args[at] = writeHeaders(given, args[at]);
}

const isNamed =
  (name: string) =>
  ([key]: Header) =>
    key.toLowerCase() === name;

/** A header keeps the form in which the host wrote its name; HTTP/2 has lower case only. */
const findName = (res: ServerResponse, name: string) =>
  (res as RawNames).getRawHeaderNames?.().find((raw) => raw.toLowerCase() === name) ?? name;

function readHeaders(headers: unknown): readonly Header[] {
  if (typeof headers !== 'object' || headers === null) return none;
  if (!Array.isArray(headers)) return Object.entries(headers);
  if (Array.isArray(headers[0])) return headers.map(([name, value]) => [String(name), value]);
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[String(name), headers[index + 1]]] : []));
}

/** Returns headers in the form of others. */
function writeHeaders(headers: readonly Header[], form: unknown): unknown {
  if (!Array.isArray(form)) return Object.fromEntries(headers);
  return Array.isArray(form[0]) ? headers : headers.flat();
}

function toValues(value: unknown): readonly string[] {
  if (value === undefined || value === null) return none;
  if (!Array.isArray(value)) return [String(value)];
  return value.every((each) => typeof each === 'string') ? value : value.map(String);
}

/** Returns the value of a header after a change: itself when nothing changes, and null when nothing is left. */
function changeValue(value: unknown, change: (value: string) => string | null): unknown {
  if (value === undefined || value === null) return value;
  if (!Array.isArray(value)) {
    const text = String(value);
    const after = change(text);
    return after === text ? value : after;
  }
  const kept = value.map((each) => change(String(each)));
  if (kept.every((each, index) => each === String(value[index]))) return value;
  const left = kept.filter((each) => each !== null);
  return left.length === 0 ? null : left;
}

const isSame = (values: readonly unknown[], before: readonly unknown[]) =>
  values.length === before.length && values.every((value, index) => value === before[index]);

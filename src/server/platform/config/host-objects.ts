/** Annotation of the schema of a function or object that the host passes. */
export interface HostObjectCheck {
  readonly methods?: readonly string[];
  /** Its TypeScript type; nothing is checked against it. */
  readonly type?: string;
  readonly callable?: boolean;
  readonly callableWith?: readonly string[];
  /** Accepts a function, or an object with a name and the required methods. */
  readonly orCallable?: boolean;
  /** A `ReceiptFont`. */
  readonly font?: boolean;
}

/** Returns why a function or object of the host is not valid, or null. */
export function hostObjectFault(check: HostObjectCheck, value: unknown): string | null {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  if (check.orCallable && typeof value === 'function') return null;
  if (check.font) return isFont(value) ? null : 'must be a path, the bytes of a font file, or { file, face }';
  if (check.callableWith && isPlainObject(value))
    return `must be an instance of ${check.type}: pass knex({ … }), not its options`;
  if ((check.callable || check.callableWith) && typeof value !== 'function') return 'must be a function';
  const wanted = check.methods ?? check.callableWith;
  if (wanted === undefined) return null;
  if (!isObject) return check.orCallable ? 'must be an object or a function' : 'must be an object';
  const { name } = value as { name?: unknown };
  if (check.orCallable && (typeof name !== 'string' || name === '')) return 'must have a name';
  const missing = wanted.filter((method) => typeof (value as Record<string, unknown>)[method] !== 'function');
  return missing.length === 0
    ? null
    : `must have the method${missing.length > 1 ? 's' : ''} ${missing.map((name) => `${name}()`).join(', ')}`;
}

function isFont(value: unknown): boolean {
  const isFile = (file: unknown) => (typeof file === 'string' && file !== '') || file instanceof Uint8Array;
  if (!isPlainObject(value)) return isFile(value);
  return isFile(value.file) && typeof value.face === 'string' && Object.keys(value).length === 2;
}

/** Whether a value is an object literal or the like, rather than an instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  // Also `Object.prototype` of another realm, where configuration files may be run.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Defaults of the optional settings. Times in milliseconds. */
const defaults = {
  name: 'webhook',
  previousSecrets: [],
  events: ['consent.created', 'consent.updated', 'consent.erased'],
  allowHttp: false,
  timeoutMs: 10_000,
  /** With the pauses below, about a day. */
  maxAttempts: 16,
  firstRetryMs: 5_000,
  maxRetryMs: 6 * 3_600_000,
  concurrency: 4,
  pollMs: 1_000,
  deadLetterDays: 30,
};

const loopback = ['localhost', '127.0.0.1', '[::1]'];
const numbers = [
  'timeoutMs',
  'maxAttempts',
  'firstRetryMs',
  'maxRetryMs',
  'leaseMs',
  'concurrency',
  'pollMs',
  'deadLetterDays',
];

/** Validates the options and adds the defaults. @throws TypeError that names the fault, without its value */
function readOptions(input) {
  const unknown = Object.keys(input).filter(
    (key) => !['url', 'secret', 'leaseMs', ...Object.keys(defaults)].includes(key),
  );
  if (unknown.length > 0) throw new TypeError(`webhookPlugin: unknown option: ${unknown.join(', ')}`);
  const options = { ...defaults, ...input };
  // Must be longer than an attempt; otherwise another process would send the message too.
  options.leaseMs ??= options.timeoutMs + 30_000;

  // The name is also part of the outbox table's name.
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(options.name))
    throw new TypeError('webhookPlugin: name must consist of a-z, 0-9 and _, and begin with a letter');
  if (
    !Array.isArray(options.events) ||
    options.events.length === 0 ||
    !options.events.every((name) => typeof name === 'string')
  )
    throw new TypeError('webhookPlugin: events must be a list of event names');
  for (const name of numbers) {
    if (!Number.isFinite(options[name]) || options[name] <= 0)
      throw new TypeError(`webhookPlugin: ${name} must be a number above 0`);
  }
  if (options.leaseMs <= options.timeoutMs)
    throw new TypeError('webhookPlugin: leaseMs must be above timeoutMs');
  return {
    ...options,
    url: readUrl(options),
    secrets: [options.secret, ...options.previousSecrets].map(readSecret),
  };
}

function readUrl({ url, allowHttp }) {
  if (!URL.canParse(url)) throw new TypeError('webhookPlugin: url must be an absolute address');
  const parsed = new URL(url);
  const isSafe =
    parsed.protocol === 'https:' ||
    (parsed.protocol === 'http:' && (allowHttp === true || loopback.includes(parsed.hostname)));
  if (!isSafe)
    throw new TypeError(
      'webhookPlugin: url must be https, or http on this machine (allowHttp: true allows other machines)',
    );
  if (parsed.username !== '' || parsed.password !== '')
    throw new TypeError('webhookPlugin: url must not contain a user name or password');
  return parsed.href;
}

/** Returns the bytes of `whsec_<base64>`. */
function readSecret(secret) {
  const bytes = /^whsec_[A-Za-z0-9+/]+=*$/.test(secret ?? '')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.alloc(0);
  if (bytes.length < 24)
    throw new TypeError('webhookPlugin: a secret must be whsec_ and the base64 of 24 random bytes or more');
  return bytes;
}

module.exports = { readOptions, readSecret };

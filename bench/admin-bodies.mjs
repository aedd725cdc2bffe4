/**
 * Measures the processor time of the greatest bodies that the admin API reads, in the shapes that cost most:
 *
 *     node bench/admin-bodies.mjs [--rounds 5] [--only 'a part of a shape’s name']
 *
 * Next to each time is that of Express parsing the same bytes. Each figure is the median of the rounds, which alternate
 * between the shapes. Prints Markdown, and fails when a body costs more than 100 ms. Needs `npm run build`.
 */
import { parseArgs } from 'node:util';
import { describeMachine, median, startServer } from './machine.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
});
const rounds = Number(values.rounds);
/** `limits.adminBodyBytes` (bytes). */
const limit = 5_242_880;
const target = 100;

/** Joins as many parts as fit between the beginning and the end of a body. */
function filled(begin, part, end) {
  const parts = [];
  let length = begin.length + end.length;
  for (let index = 0; ; index += 1) {
    const next = part(index);
    length += next.length + 1;
    if (length > limit) return begin + parts.join(',') + end;
    parts.push(next);
  }
}
const list = (length, item) => Array.from({ length }, (_item, index) => item(index));
const record = (length, entry) => Object.fromEntries(list(length, (index) => [`key${index}`, entry(index)]));
/** Lengthens a text of a body to the limit. */
const lengthened = (body, piece) => {
  const text = JSON.stringify(body);
  const room = limit - text.length + 1;
  const escaped = JSON.stringify(piece).slice(1, -1);
  return text.replace('~', () => escaped.repeat(Math.floor(room / escaped.length)));
};

const cookie = (extra) => ({ purpose: 'analytics', listenGpc: true, ...extra });
const described = (length) =>
  cookie({
    name: 'n'.repeat(40),
    provider: 'p'.repeat(40),
    description: 'd'.repeat(length),
    dataTypes: list(20, (n) => `type ${n}`),
    domains: list(4, (n) => `domain-${n}.example`),
    sensitiveData: ['health', 'biometric'],
    cpraCategory: ['selling', 'sharing'],
    maxAgeSeconds: 3600,
    path: '/',
  });
const categories = record(200, (n) => ({
  heading: `Category ${n}`,
  legalBasis: 'consent',
  cookies: list(10, (k) => `key${n * 10 + k}`),
}));
const banner = (text) => ({
  heading: 'Cookies',
  htmlText: text,
  buttons: [
    { text: 'Accept', action: 'custom', cookies: '*' },
    { text: 'Reject', action: 'custom', cookies: '!' },
  ],
});
const profile = (extra) => ({
  complianceGroup: 'opt-in',
  cookies: record(2000, () => described(1000)),
  mainBanner: banner('<p>Text</p>'),
  preferenceModal: { ...banner('<p>Text</p>'), categories },
  ...extra,
});
const small = (extra) =>
  profile({ cookies: record(3, () => cookie()), preferenceModal: banner('Text'), ...extra });
const saved = (profileJson, localeContent) => ({
  name: 'Big',
  defaultLocale: 'en',
  profileJson,
  localeContent,
});
const listed = list(1500, (n) => `key${n}`.padEnd(60, 'x'));
const withLists = (cookies) => ({
  ...banner('Text'),
  buttons: list(20, () => ({ text: 'Reject', action: 'custom', cookies })),
});
/** Returns 55 words of four letters, which no other index has. */
const manyWords = (index) =>
  list(55, (n) =>
    list(4, (place) => String.fromCharCode(97 + (Math.floor((index * 55 + n) / 17 ** place) % 17))).join(''),
  ).join(' ');
/** Tags such as `en-x-5`, which no other tag stands for. */
const locales = list(150, (n) => `en-x-${n}`);

const validate = '/profiles/validate';
const preview = '/profiles/preview';
const create = '/profiles';
const checked = (cookies) => `{"complianceGroup":"opt-in","categories":{},"cookies":${cookies}}`;

/** Pairs of a path and a body, by what they are. */
const shapes = {
  'cookies without content': [validate, filled(checked('{').slice(0, -1), (n) => `"c${n}":{}`, '}}')],
  'empty lists': [validate, filled(checked('[').slice(0, -1), () => '[]', ']}')],
  numbers: [validate, filled('[', () => '1', ']')],
  'lists inside each other': [validate, '['.repeat(limit)],
  'objects inside each other': [validate, '{"a":'.repeat(Math.floor(limit / 5))],
  'unknown fields': [validate, filled('{', (n) => `"f${n}":1`, '}')],
  'unknown fields, as many as are read': [validate, JSON.stringify(record(10, () => record(9_900, () => 1)))],
  'cookies without content, as many as are read': [
    validate,
    checked(JSON.stringify(record(9_900, () => ({})))),
  ],
  'wrong cookies, as many as are allowed': [
    validate,
    checked(JSON.stringify(record(2000, () => ({ purpose: 'x' })))),
  ],
  'empty lists inside each other': [
    validate,
    checked(`[${list(1500, () => '['.repeat(60) + ']'.repeat(60)).join()}]`),
  ],
  'white space': [validate, `{${' '.repeat(limit - 2)}}`],
  'escaped characters': [validate, lengthened({ complianceGroup: '~' }, '\u0001')],
  'quotation marks': [validate, lengthened({ complianceGroup: '~' }, '"')],
  'a long name': [validate, lengthened({ '~': 1 }, 'x')],
  'the greatest set of cookies': [
    validate,
    JSON.stringify({ complianceGroup: 'opt-in', cookies: record(2000, () => described(1700)), categories }),
  ],
  'unknown fields of a profile': [
    preview,
    JSON.stringify(saved(small({ unknown: record(30, () => record(3000, () => 1)) }))),
  ],
  'the greatest profile': [preview, JSON.stringify(saved(profile()))],
  'texts full of markup': [
    preview,
    JSON.stringify(
      saved(small({ mainBanner: banner('<b>'.repeat(12_400)), gpcBanner: banner('<b>'.repeat(12_400)) })),
    ),
  ],
  'texts full of entities': [
    preview,
    JSON.stringify(
      saved(small({ mainBanner: banner('&lt;'.repeat(12_400)), gpcBanner: banner('&lt;'.repeat(12_400)) })),
    ),
  ],
  'many languages': [
    preview,
    JSON.stringify(
      saved(
        small({}),
        Object.fromEntries(
          locales.map((locale) => [
            locale,
            {
              mainBanner: banner(`<p>${'text '.repeat(660)}</p>`),
              cookies: record(3, () => ({ name: 'x' })),
            },
          ]),
        ),
      ),
    ),
  ],
  'long lists of buttons with the same label, in many languages': [
    preview,
    JSON.stringify(
      saved(
        small({ mainBanner: withLists(listed), gpcBanner: withLists(listed) }),
        Object.fromEntries(
          locales.map((locale) => [locale, { mainBanner: withLists([]), gpcBanner: withLists([]) }]),
        ),
      ),
    ),
  ],
  'partners with names of many words, in many languages': [
    preview,
    JSON.stringify(
      saved(
        small({ cookies: record(2000, (n) => cookie({ provider: `${manyWords(n)} zzzz` })) }),
        Object.fromEntries(
          locales.map((locale) => [locale, { mainBanner: banner(`${'wxyz '.repeat(600)}zzzz`) }]),
        ),
      ),
    ),
  ],
  'a long name of the controller': [
    preview,
    JSON.stringify(
      saved(
        small({
          cookies: record(2000, (n) => cookie({ provider: `Company ${n}`, exemptMeasurement: true })),
          complianceConfig: { controllerName: 'É'.repeat(5000) },
        }),
      ),
    ),
  ],
  'a text of the greatest length': [preview, lengthened(saved(small({ mainBanner: banner('~') })), 'x')],
  'the greatest profile, saved': [create, JSON.stringify(saved(profile()))],
  'unknown fields of a profile, saved': [
    create,
    JSON.stringify(saved(small({ unknown: record(30, () => record(3000, () => 1)) }))),
  ],
};

const { port } = await startServer('admin-body-server.mjs');
const server = `http://127.0.0.1:${port}`;
const admin = `${server}/svc/admin/v1`;
const json = { 'Content-Type': 'application/json' };
const login = await fetch(`${admin}/auth/login`, {
  method: 'POST',
  headers: json,
  body: JSON.stringify({ email: 'admin@shop.example', password: 'correct horse battery staple' }),
});
const headers = { ...json, Authorization: `Bearer ${(await login.json()).token}` };
const cpu = async () => (await (await fetch(`${server}/cpu`)).json()).milliseconds;

/** Returns the status and the processor time of a request (ms). */
async function measure(url, body) {
  const before = await cpu();
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, text, milliseconds: (await cpu()) - before };
}

const names = Object.keys(shapes).filter((name) => name.includes(values.only));
const results = Object.fromEntries(names.map((name) => [name, { own: [], parsed: [] }]));
// The first round warms up.
for (let round = -1; round < rounds; round += 1) {
  for (const name of names) {
    const [path, body] = shapes[name];
    const own = await measure(admin + path, body);
    const parsed = await measure(`${server}/parse`, body);
    if (own.status >= 500) throw new Error(`${name}: ${own.status} ${own.text}`);
    if (round < 0) continue;
    results[name].status = own.status;
    results[name].own.push(own.milliseconds);
    results[name].parsed.push(parsed.milliseconds);
  }
}

console.log(
  `# Bodies of the admin API\n\n\`node bench/admin-bodies.mjs\`: processor time (ms), median of ${rounds} requests.\n`,
);
console.log(`${await describeMachine()}\n`);
console.log('| Body | Route | MiB | Status | Time | Express, parsing only |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [name, { status, own, parsed }] of Object.entries(results)) {
  const [path, body] = shapes[name];
  const time = median(own);
  if (time > target) process.exitCode = 1;
  const size = Buffer.byteLength(body) / 2 ** 20;
  console.log(
    `| ${name} | \`${path}\` | ${size.toFixed(1)} | ${status} | ${time.toFixed(0)} | ${median(parsed).toFixed(0)} |`,
  );
}
process.exit();

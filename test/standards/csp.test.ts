import fc from 'fast-check';
import { createHostPolicy, isHostSource, removeHosts } from '#standards/csp/index';

const refused = ['https://www.googletagmanager.com', '*.google-analytics.com', 'www.google.com/recaptcha/'];

test.each([
  ["script-src 'self' https://www.googletagmanager.com", "script-src 'self'"],
  ["script-src 'self' www.GoogleTagManager.com:443 a.example", "script-src 'self' a.example"],
  ['SCRIPT-SRC https://www.googletagmanager.com/gtm.js', "SCRIPT-SRC 'none'"],
  ["img-src region1.google-analytics.com *.google-analytics.com 'self'", "img-src 'self'"],
  ["frame-src https://www.google.com/recaptcha/api2 'self'", "frame-src 'self'"],
  [
    "default-src\t'self'  wss://x.google-analytics.com ;font-src a.example",
    "default-src 'self';font-src a.example",
  ],
  ["img-src 'self' t.example, img-src *.google-analytics.com", "img-src 'self' t.example, img-src 'none'"],
])('removes refused hosts from %j', (policy, expected) =>
  expect(removeHosts(policy, refused)).toBe(expected),
);

test.each([
  // These also match hosts that are not refused.
  'img-src * https: http: data: *.com https://*.google.com',
  'connect-src google-analytics.com notgoogle-analytics.com',
  'frame-src https://www.google.com https://www.google.com/maps/ www.google.com/recaptcha',
  // These load nothing.
  'form-action https://www.googletagmanager.com; frame-ancestors https://www.googletagmanager.com; report-uri /r',
  "script-src 'nonce-www.googletagmanager.com' 'sha256-aaaa' 'strict-dynamic'",
  '',
  ';; , ;',
])('leaves %j as it is', (policy) => expect(removeHosts(policy, refused)).toBe(policy));

test('never adds a source or touches another directive', () => {
  const source = fc.constantFrom(
    "'self'",
    'https:',
    '*',
    'data:',
    "'nonce-a'",
    ...refused,
    'a.example',
    'b.google-analytics.com',
  );
  const directive = fc
    .tuple(fc.constantFrom('script-src', 'img-src', 'default-src', 'base-uri', 'sandbox'), fc.array(source))
    .map(([name, sources]) => [name, ...sources].join(' '));
  fc.assert(
    fc.property(fc.array(directive, { minLength: 1 }), (directives) => {
      const changed = removeHosts(directives.join('; '), refused).split('; ');
      expect(changed).toHaveLength(directives.length);
      for (const [index, before] of directives.entries()) {
        const after = changed[index]?.split(' ') ?? [];
        const sources = before.split(' ');
        expect(after[0]).toBe(sources[0]);
        const added = after.filter((each) => !sources.includes(each));
        expect(added).toEqual(after.length === 2 && added.length === 1 ? ["'none'"] : []);
        if (/^(base|sand)/.test(before)) expect(changed[index]).toBe(before);
      }
    }),
  );
});

test('a policy of hosts trusts the scripts that the page’s own policies trust', () => {
  const policy = createHostPolicy(
    ['cdn.example'],
    [
      "script-src-elem 'nonce-a' https://x.example; img-src 'nonce-no'",
      "default-src 'strict-dynamic' 'sha256-b='",
    ],
  );
  expect(policy.split('; ')).toEqual([
    "script-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: 'nonce-a' 'strict-dynamic' 'sha256-b=' cdn.example",
    "connect-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: cdn.example",
    "img-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: cdn.example",
    "frame-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: cdn.example",
  ]);
});

test.each([
  'a.example',
  'https://a.example',
  '*.a.example',
  'wss://a.example:8443',
  'a.example/path/',
  'localhost:*',
])('%s is a host', (text) => expect(isHostSource(text)).toBe(true));
test.each([
  '',
  '*',
  "'self'",
  'https:',
  'a.example; script-src *',
  'a b',
  'a.example,b.example',
  'https://',
  'a.example\r\nX: y',
])('does not take %j for a host', (text) => expect(isHostSource(text)).toBe(false));

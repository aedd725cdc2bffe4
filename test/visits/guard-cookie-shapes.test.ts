import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fc from 'fast-check';
import { isEssentialCookie } from '#content/cookie-catalogue/index';
import { type GuardedHost, openGuardedHost } from '../support/guarded-host';
import { byScope } from '../support/scope';

let host: GuardedHost;
let guard: ReturnType<GuardedHost['service']['guard']>;
beforeAll(async () => {
  host = await openGuardedHost({ routes: () => {} });
  guard = host.service.guard({ mode: 'enforce' });
  // From now on the rules are in memory.
  await host.request.get('/');
});
afterAll(() => host.close());

/** Names by which middlewares, identity providers and load balancers keep sessions. */
const sessionNames = [
  'connect.sid',
  'express:sess',
  'koa.sess.sig',
  'session',
  'sails.sid',
  '_csrf',
  'XSRF-TOKEN',
  '__Host-psifi.x-csrf-token',
  'next-auth.session-token',
  '__Secure-next-auth.session-token.0',
  'authjs.csrf-token',
  '__Secure-authjs.session-token',
  'better-auth.session_token',
  '__Secure-better-auth.session_data',
  '__Http-connect.sid',
  '__Host-Http-connect.sid',
  'sAccessToken',
  'st-last-access-token-update',
  '__session',
  '__client_uat_Xy12',
  'appSession.0',
  'auth_verification',
  'KEYCLOAK_IDENTITY',
  'AUTH_SESSION_ID_LEGACY',
  'KC_RESTART',
  'sb-abcd-auth-token.1',
  'laravel_session',
  'shop_session',
  '_shop_session',
  'csrftoken',
  'sessionid',
  'remember_web_59ba36addc2b2f94',
  'PHPSESSID',
  'JSESSIONID',
  'ASP.NET_SessionId',
  '.AspNetCore.Antiforgery.abc',
  'AWSALB',
  'AWSALBCORS',
  'cf_clearance',
  '__cf_bm',
  'GCLB',
  'BIGipServerpool',
  'svc_vid',
  '__Host-svc_own',
  'svc_choice',
];
const refusedNames = ['_ga', '_fbp', '_gid', '_hjSessionUser_12', '__Secure-_ga', '_ga_AB12', '_gcl_au'];

const value = fc.oneof(
  fc.constantFrom('', '""', 's%3Aabc.d%2Be', '{"a":1,"b":"c"}', 'a b', 'a=b=c', 'GA1.1.12.34', 'é'),
  fc.stringMatching(/^[!#-+\--:<-[\]-~]{0,40}$/),
);
const attribute = fc.constantFrom(
  'Path=/',
  'path=/a/b',
  'Domain=.shop.example',
  'DOMAIN=shop.example',
  'Max-Age=34128000',
  'max-age=60',
  'Expires=Fri, 01 Jan 2100 00:00:00 GMT',
  'expires=Fri, 01-Jan-2100 00:00:00 GMT',
  'HttpOnly',
  'httponly',
  'Secure',
  'SameSite=Lax',
  'samesite=none',
  'SameSite=Strict',
  'Partitioned',
  'Priority=High',
  'Unknown=1',
  '',
);
const separator = fc.constantFrom('; ', ';', ' ; ', ';  ', ';\t');
const shape = fc
  .tuple(
    fc.constantFrom(...sessionNames, ...refusedNames, 'basket', 'theme', 'utm-x'),
    fc.constantFrom('=', ' =', '= ', '\t=\t'),
    value,
    fc.array(fc.tuple(separator, attribute), { maxLength: 8 }),
  )
  .map(([name, equals, text, rest]) => ({
    name,
    line: `${name}${equals}${text}${rest.map((pair) => pair.join('')).join('')}`,
  }));

type Form = 'setHeader' | 'object' | 'flat' | 'pairs';

/** Returns what is sent of the header in one form of setting it. */
function send(lines: readonly string[], form: Form): string[] {
  const req = new IncomingMessage(new Socket());
  req.url = '/';
  req.method = 'GET';
  const res = new ServerResponse(req);
  let isCalled = false;
  guard(req, res, () => {
    isCalled = true;
  });
  expect(isCalled).toBe(true);
  if (form === 'setHeader') res.setHeader('Set-Cookie', [...lines]).writeHead(200);
  else if (form === 'object') res.writeHead(200, { 'Set-Cookie': [...lines] });
  else if (form === 'flat')
    res.writeHead(
      200,
      lines.flatMap((line) => ['Set-Cookie', line]),
    );
  else res.writeHead(200, lines.map((line) => ['Set-Cookie', line]) as never);
  // The text that goes to the socket.
  const { _header: head } = res as unknown as { readonly _header: string };
  return head
    .split('\r\n')
    .filter((line) => line.startsWith('Set-Cookie: '))
    .map((line) => line.slice('Set-Cookie: '.length));
}

test('any answer loses no session and no attribute of what passes, in every form', () => {
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 1, maxLength: 6 }),
      fc.constantFrom<Form>('setHeader', 'object', 'flat', 'pairs'),
      (cookies, form) => {
        const expected = cookies.filter(({ name }) => !refusedNames.includes(name)).map(({ line }) => line);
        expect(
          send(
            cookies.map(({ line }) => line),
            form,
          ),
        ).toEqual(expected);
      },
    ),
    { numRuns: byScope({ core: 2_000, all: 2_000, deep: 100_000 }) },
  );
});

test.each(sessionNames)('%s is never dropped', (name) => {
  expect(send([`${name}=1; Path=/`], 'setHeader')).toEqual([`${name}=1; Path=/`]);
});

test.each(['ai_session', 'sbjs_session', '_parsely_session', '_ga', '_hjSession_1'])(
  '%s of a tracking tool does not count as a session',
  (name) => expect(isEssentialCookie(name)).toBe(false),
);

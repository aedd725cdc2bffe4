import { createServer, type RequestListener } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';

// The mounting contract repeats the work of visitors and operators through a wrapped app.

const filePath = '/svc/api/v1/profiles/default/opt-in/en';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ config: { rateLimit: { hotServe: { limit: 1, windowSeconds: 60 } } } });
  await createActiveProfile(app);
});
afterEach(() => app.close());

/** A server around a host's app that notes what reaches it. */
function serveHost(prepare: (host: express.Express) => void = () => {}) {
  const seen: string[] = [];
  const host = express();
  prepare(host);
  host.use((req, _res, next) => {
    seen.push(req.url);
    next();
  });
  host.use(app.service.publicRouter);
  host.get('/page', (_req, res) => void res.send('page'));
  return { seen, ask: request(createServer(app.service.wrap(host as RequestListener))) };
}

test('the app does not see requests for published files, and sees all others', async () => {
  const { seen, ask } = serveHost();
  const file = await ask.get(filePath).expect(200);
  expect(file.body.currentLocale).toBe('en');
  await ask.get('/page').expect(200, 'page');
  await ask.get('/svc/api/v1/health').expect(200);
  expect(seen).toEqual(['/page', '/svc/api/v1/health']);
});

test('a plain listener is wrapped too', async () => {
  const ask = request(createServer(app.service.wrap((_req, res) => res.end('plain'))));
  await ask.get(filePath).expect(200);
  expect((await ask.get('/page').buffer().expect(200)).text).toBe('plain');
});

test('an app that wraps itself gets an error with the way to do it', async () => {
  const host = express();
  host.use(app.service.wrap(host as RequestListener));
  const report: ErrorRequestHandler = (error, _req, res, _next) => void res.status(500).send(error.message);
  host.use(report);
  await request(host)
    .get('/page')
    .expect(500, /http\.createServer\(consent\.wrap\(app\)\)/);

  const outer = express();
  outer.use(
    app.service.wrap(express().get('/page', (_req, res) => void res.send('inner')) as RequestListener),
  );
  await request(outer).get('/page').expect(200, 'inner');
});

describe('clients are counted by', () => {
  const statuses = async ({ ask }: ReturnType<typeof serveHost>) => {
    const answered: number[] = [];
    for (const client of ['203.0.113.1', '203.0.113.2', '203.0.113.1'])
      answered.push((await ask.get(filePath).set('X-Forwarded-For', client)).status);
    return answered;
  };

  test('the address that a trusted proxy forwards', async () => {
    expect(await statuses(serveHost((host) => host.set('trust proxy', 1)))).toEqual([200, 200, 429]);
  });

  test('the address of the connection, when the app trusts no proxy', async () => {
    expect(await statuses(serveHost())).toEqual([200, 429, 429]);
  });
});

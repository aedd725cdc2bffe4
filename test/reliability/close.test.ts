import { once } from 'node:events';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import createKnex, { type Knex } from 'knex';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { visitorCalls } from '../support/impressions';
import { createActiveProfile } from '../support/profiles';
import { startThroughAdapter } from '../support/serverless-adapter';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Answer {
  readonly status: number;
  readonly closes: boolean;
  readonly retryAfter?: number;
}

type Ask = (method: string, path: string, body?: object) => Promise<Answer>;

/** One connection that is kept for as long as the server keeps it. */
function keepConnection(port: number): Ask {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  cleanUps.push(() => agent.destroy());
  return async (method, path, body) => {
    const request = http.request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: { 'Content-Type': 'application/json' },
    });
    request.end(body && JSON.stringify(body));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    await once(response, 'end'); // an answer that is cut off has no end
    const { connection, 'retry-after': retryAfter } = response.headers;
    return {
      status: response.statusCode ?? 0,
      closes: connection === 'close',
      ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }),
    };
  };
}

async function serve(listener: http.RequestListener): Promise<{ server: Server; port: number }> {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Requests in a row after which a connection that is not closed counts as kept. */
const maxRefusals = 20;

eachDialect((driver) => {
  async function openApp(
    pool: Knex.PoolConfig = {},
    timeoutMs = 20_000,
  ): Promise<{ app: TestApp; knex: Knex; profileId: string }> {
    const opened = await driver.open();
    const knex = createKnex({ ...opened.config, pool: { ...opened.config.pool, ...pool } });
    const app = await createTestApp({ knex, config: { rateLimit: false, database: { timeoutMs } } });
    cleanUps.push(
      () => knex.destroy(),
      () => app.close(),
    );
    return { app, knex, profileId: (await createActiveProfile(app)).id };
  }

  test('after drain() the health routes answer 503, and everything else is answered as before', async () => {
    const { app, profileId } = await openApp();
    const routes = [`${app.publicBase}/health`, `${app.adminBase}/health`];
    for (const route of routes) await app.request.get(route).expect(200);
    app.service.drain();
    for (const route of routes) {
      const { body, headers } = await app.request.get(route).expect(503);
      expect([body.code, headers['retry-after']]).toEqual(['unavailable', expect.any(String)]);
    }
    expect(await app.service.health()).toMatchObject({ status: 'degraded', checks: { start: 'degraded' } });
    const decision = { profileId, consentJson: allGranted };
    await app.request.post(`${app.publicBase}/consent`).send(decision).expect(200);
    await app.request.get(`${app.publicBase}/profiles/default/opt-in/en`).expect(200);
    await app.request
      .get(`${app.adminBase}/consents`)
      .set(await app.asAdmin())
      .expect(200);
  });

  test('under steady load on kept connections, close() answers what runs and ends every connection', async () => {
    const { app, knex, profileId } = await openApp();
    const { server, port } = await serve(app.app);
    const filePath = `${app.publicBase}/profiles/default/opt-in/en`;
    const answers = { submitted: [] as Answer[], file: [] as Answer[] };
    let warm: () => void = () => {};
    const isWarm = new Promise<void>((resolve) => {
      warm = resolve;
    });

    /** Asks again and again until the connection is closed, as a client that reuses connections does. */
    async function load(kind: keyof typeof answers, request: (ask: Ask, round: number) => Promise<Answer>) {
      const ask = keepConnection(port);
      let refusals = 0;
      for (let round = 0; refusals < maxRefusals; round += 1) {
        const answer = await request(ask, round);
        answers[kind].push(answer);
        if (answer.closes) return 'closed';
        if (answer.status === 503) refusals += 1;
        if (answers.submitted.length >= 100 && answers.file.length >= 100) warm();
      }
      return 'kept';
    }
    const submit = (body: object) => ({ profileId, consentJson: { ...allGranted }, ...body });
    const path = `${app.publicBase}/consent`;
    const clients = Array.from({ length: 30 }, (_item, index) => {
      if (index % 3 === 0) return load('file', (ask) => ask('GET', filePath));
      if (index % 3 === 1) return load('submitted', (ask) => ask('POST', path, submit({})));
      return load('submitted', (ask, round) =>
        ask('POST', path, submit({ visitorId: `visitor-${index}-${round}` })),
      );
    });
    await isWarm;

    await app.service.close();
    expect(await Promise.all(clients)).toEqual(clients.map(() => 'closed'));
    for (const answer of [...answers.submitted, ...answers.file])
      if (answer.status !== 200)
        expect(answer).toEqual({ status: 503, closes: true, retryAfter: expect.any(Number) });
    const stored = answers.submitted.filter(({ status }) => status === 200).length;
    expect(Number((await knex('svc_consents').count({ count: '*' }))[0]?.count)).toBe(stored);
    // Nothing is left for which the host would have to wait.
    const closed = once(server, 'close');
    server.close();
    await closed;
  });

  test('a request that still waits for the database when the grace ends is answered 503, and stores nothing', async () => {
    const { app, knex, profileId } = await openApp({ min: 1, max: 1 }, 60_000);
    const { port } = await serve(app.app);
    const connection: unknown = await knex.client.acquireConnection();
    const ask = keepConnection(port);
    const submitting = ask('POST', `${app.publicBase}/consent`, {
      profileId,
      visitorId: 'waiting',
      consentJson: { ...allGranted },
    });
    // It waits for the pool's only connection.
    const waits = () => knex.client.pool.numPendingAcquires() > 0;
    while (!waits()) await new Promise(setImmediate);

    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
    cleanUps.push(() => jest.useRealTimers());
    const closing = app.service.close();
    await jest.advanceTimersByTimeAsync(9_999);
    jest.useRealTimers();
    expect(await submitting).toMatchObject({ status: 503, closes: true, retryAfter: expect.any(Number) });
    await closing;
    await knex.client.releaseConnection(connection);
    expect(await knex('svc_consents').pluck('visitor_id')).toEqual([]);
  });

  test('behind an adapter whose responses never close, answers are complete and forgotten', async () => {
    const { app, profileId } = await openApp();
    await consentCalls(app).submit({ visitorId: 'exported', profileId, consentJson: allGranted }).expect(200);
    const headers = { authorization: (await app.asAdmin()).Authorization };
    const ask = (path: string) => startThroughAdapter(app.app, { path, headers }).answered;
    expect(await ask(`${app.publicBase}/health`)).toContain('200 OK');
    expect(await ask(`${app.adminBase}/export/consents`)).toContain('exported');
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
    cleanUps.push(() => jest.useRealTimers());
    // It would wait for its grace, which never ends here.
    await app.service.close();
  });

  test('behind such an adapter, close() ends after its grace although a request never does', async () => {
    const { app } = await openApp();
    await app.service.start();
    const path = `${app.publicBase}/consent`;
    const headers = { 'content-type': 'application/json', 'content-length': '100' };
    const { res } = startThroughAdapter(app.app, { method: 'POST', path, headers, body: 'unfinished' });
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
    cleanUps.push(() => jest.useRealTimers());
    const closing = app.service.close();
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    await closing;
    expect([res.writableFinished, res.destroyed]).toEqual([false, true]);
  });

  test('with a request that never ends, what was counted in memory is still written', async () => {
    const { app, knex, profileId } = await openApp();
    // The next counts are written ten seconds later.
    await app.service.maintenance();
    await visitorCalls(app).see({ profileId }).expect(200);
    const report = { reports: [{ page: '/', cookie: 'unlisted' }] };
    await app.request.post(`${app.publicBase}/reports`).send(report).expect(204);
    await app.request.get(`${app.publicBase}/bootstrap`).set('Origin', 'https://shop.example').expect(200);
    const path = `${app.publicBase}/consent`;
    const headers = { 'content-type': 'application/json', 'content-length': '100' };
    startThroughAdapter(app.app, { method: 'POST', path, headers, body: 'unfinished' });
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'hrtime'],
    });
    cleanUps.push(() => jest.useRealTimers());
    const closing = app.service.close();
    const isWritten = async () =>
      (
        await Promise.all(['banner_sums', 'findings', 'page_origins'].map((table) => knex(`svc_${table}`)))
      ).every(({ length }) => length === 1);
    await jest.advanceTimersByTimeAsync(8_000);
    // A write takes its time, which the timers do not know.
    for (let turns = 0; turns < 500 && !(await isWritten()); turns += 1) await new Promise(setImmediate);
    await jest.advanceTimersByTimeAsync(2_000);
    jest.useRealTimers();
    await closing;
    expect(await isWritten()).toBe(true);
  });

  test("does not close the connections of the host's own routes", async () => {
    const { app } = await openApp();
    const host = express().use(app.service.publicRouter, app.service.adminRouter);
    host.get('/own', (_req, res) => void res.send('own'));
    const { port } = await serve(host);
    await app.service.close();
    const ask = keepConnection(port);
    expect(await ask('GET', '/own')).toMatchObject({ status: 200, closes: false });
    expect(await ask('GET', `${app.publicBase}/health`)).toMatchObject({ status: 503, closes: true });
  });
});

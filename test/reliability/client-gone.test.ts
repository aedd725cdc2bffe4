import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { eachDialect } from '../support/databases';
import { plainMapping } from '../support/imports';
import { createActiveProfile } from '../support/profiles';
import { type ServingProcess, startServing } from '../support/serving-process';
import { until } from '../support/webhook-receiver';
import { expectWhole } from '../support/whole-data';

/** Clients that leave before they have their answer. */

const clients = 20;
/** Enough that an export does not fit into the buffers of a connection. */
const rows = 5000;

jest.setTimeout(60_000);

eachDialect((database) => {
  let served: ServingProcess;
  let observer: TestApp;
  let profileId: string;
  let authorization: string;
  let before: number;

  beforeAll(async () => {
    const opened = await database.open();
    observer = await createTestApp({ knex: opened.knex, config: { rateLimit: false } });
    profileId = (await createActiveProfile(observer)).id;
    authorization = (await observer.asAdmin()).Authorization;
    served = await startServing(opened.config);
    const decided = new Date(Date.now() - 3_600_000).toISOString();
    const lines = Array.from({ length: rows }, (_item, row) => `imported-${row},${decided},yes,no,DE\n`);
    const imported = await served.ask('/admin/v1/imports', {
      method: 'POST',
      headers: { Authorization: authorization },
      body: {
        file: `visitor,decided,analytics,ads,country\n${lines.join('')}`,
        profileId,
        mapping: plainMapping,
      },
    });
    expect([imported.status, imported.body.written]).toEqual([200, rows]);
    before = await served.countDescriptors();
  });
  afterAll(() => observer.close());

  const submission = (visitorId: string) => JSON.stringify({ visitorId, profileId, consentJson: allGranted });
  const post = (body: string) =>
    `POST /svc/api/v1/consent HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const get = (path: string) =>
    `GET /svc${path} HTTP/1.1\r\nHost: shop.example\r\nAuthorization: ${authorization}\r\n\r\n`;

  /** Connects, and has the client leave once `isOver` resolves: without a word, or by a reset. */
  async function leave(
    number: number,
    sent: string,
    isOver: (socket: Socket) => Promise<unknown>,
  ): Promise<void> {
    const socket = connect(served.port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    await new Promise((resolve) => socket.write(sent, resolve));
    await isOver(socket);
    if (number % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
    await once(socket, 'close');
  }
  const atOnce = async () => {};

  const departures: Record<string, (number: number) => Promise<void>> = {
    'in the middle of the headers': (number) => leave(number, post(submission('x')).slice(0, 60), atOnce),
    'in the middle of the body': (number) =>
      leave(number, post(submission(`partial-${number}`)).slice(0, -20), atOnce),
    'while they wait for the answer': (number) => leave(number, post(submission(`whole-${number}`)), atOnce),
    'while a list is read': (number) =>
      leave(number, get('/admin/v1/consents?limit=200&search=imported'), atOnce),
  };

  test.each(Object.entries(departures))('clients that leave %s leave nothing open', async (_when, depart) => {
    await Promise.all(Array.from({ length: clients }, (_item, number) => depart(number)));
    expect((await served.ask('/admin/v1/health')).status).toBe(200);
    await until(async () => (await served.countDescriptors()) <= before + 5, 'closed descriptors');
    const visitors = await observer.knex('svc_consents').whereNot('source', 'import').pluck('visitor_id');
    expect(visitors.filter((visitor) => !visitor.startsWith('whole-'))).toEqual([]);
  });

  test('clients that leave in the middle of an export make room for others, and leave nothing open', async () => {
    // Twice as many as run at a time.
    for (let number = 1; number <= 8; number += 1)
      await until(async () => {
        let begin = '';
        await leave(number, get('/admin/v1/export/consents'), async (socket) => {
          [begin] = (await once(socket.setEncoding('latin1'), 'data')) as [string];
          socket.pause();
        });
        return begin.startsWith('HTTP/1.1 200 ');
      }, 'an export');
    await until(async () => (await served.countDescriptors()) <= before + 5, 'closed descriptors');
  });

  test('the data are whole afterwards, and the service closes without waiting', async () => {
    await expectWhole(observer);
    const startedAt = performance.now();
    expect(await served.close()).toBe(0);
    // A request in progress would be waited for.
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });
});

import { Writable } from 'node:stream';
import createKnex from 'knex';
import { describeError, errorReason } from '#platform/kernel/describe-error';
import { allGranted, consentCalls } from '../support/consent';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/create-test-app';
import { eachDatabaseInDeep } from '../support/databases';
import { createActiveProfile } from '../support/profiles';

// Not imported: their types would be needed by everything that compiles the tests.
const pino = require('pino');
const winston = require('winston');

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  jest.restoreAllMocks();
});

async function open(config: TestAppOptions['config'] = {}, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp({ ...options, config });
  cleanUps.push(() => app.close());
  return app;
}

const linesWith = (app: TestApp, text: string) => app.logger.lines.filter((line) => line.includes(text));

describe("errors of the host's own code are logged with their message:", () => {
  const failure = new Error('the mail server has no room', {
    cause: Object.assign(new Error('quota reached'), { code: 'EQUOTA' }),
  });
  const throwIt = () => {
    throw failure;
  };

  async function submitted(app: TestApp) {
    const { id } = await createActiveProfile(app);
    await consentCalls(app)
      .submit({ visitorId: 'visitor-1', profileId: id, consentJson: allGranted })
      .expect(200);
  }

  test.each([
    [
      'an event listener',
      'An event listener failed',
      async () => {
        const app = await open();
        app.service.events.on('consent.created', throwIt);
        await submitted(app);
        return app;
      },
    ],
    [
      'a plugin',
      'A plugin hook failed',
      async () => {
        const app = await open({
          plugins: [{ name: 'mail', initialize() {}, destroy() {}, afterConsentSave: throwIt }],
        });
        await submitted(app);
        return app;
      },
    ],
    [
      'auth.validateUser',
      'auth.validateUser threw',
      async () => {
        const app = await open({ auth: { mode: 'custom', validateUser: throwIt } });
        await app.request.get(`${app.adminBase}/profiles`).expect(401);
        return app;
      },
    ],
    [
      'tenancy.resolve',
      'tenancy.resolve failed',
      async () => {
        const app = await open({ tenancy: { enabled: true, resolve: throwIt } });
        await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
        return app;
      },
    ],
    [
      'the geo provider',
      'The geo provider failed',
      async () => {
        const app = await open({ geo: { name: 'own', locate: throwIt } });
        await app.request.get(`${app.publicBase}/resolve-profile`).expect(200);
        return app;
      },
    ],
  ])('%s', async (_what, sentence, provoke) => {
    const [line, ...others] = linesWith(await provoke(), sentence);
    expect(others).toEqual([]);
    expect(line).toContain('the mail server has no room');
    expect(line).toContain('caused by Error EQUOTA: quota reached');
  });
});

eachDatabaseInDeep((driver) => {
  test('what the database refuses is logged by its reason, without the values', async () => {
    const { knex } = await driver.open();
    const secret = `o'b - x" o'clock`;
    await knex.schema.createTable('things', (t) => {
      t.string('name', 20).unique('things_name');
      t.integer('amount').notNullable();
    });
    await knex('things').insert({ name: secret, amount: 1 });
    const failures = [
      () => knex('things').insert({ name: secret, amount: 1 }),
      () => knex('things').insert({ name: `${secret}, and more than twenty characters`, amount: null }),
      () => knex('things').where({ amount: secret }).update({ amount: secret }),
      () => knex.raw(`select '${secret.replaceAll("'", "''")}' from missing_table`),
      () => knex.raw(`select '${secret.replaceAll("'", "''")}' fromage`),
    ];
    const told = await Promise.all(failures.map((fail) => fail().then(() => null, describeError)));
    expect(told[0]).toMatch(
      driver.dialect === 'mysql'
        ? /ER_DUP_ENTRY: Duplicate entry ‘…’ for key '[\w.]*things_name/
        : driver.dialect === 'postgres'
          ? /constraint things_name/
          : /UNIQUE.*things\.name/,
    );
    expect(told[3]).toContain('missing_table');
    for (const line of told) expect(line ?? '').not.toMatch(/o'b|x"|clock|insert into|update|select/);
    // The same error in the words of whoever caught it.
    const wrapped = await failures[0]?.().catch((error: Error) =>
      describeError(new Error(`saving failed: ${error.message}`)),
    );
    expect(wrapped).toMatch(/saving failed: …/);
    expect(wrapped).not.toMatch(/o'b|clock/);
  });
});

describe('a logged error', () => {
  test.each([
    [
      'a password in an address',
      new Error('connect to postgres://app:pa:ss@w@db.internal/consent failed'),
      /postgres:\/\/\[redacted\]@db\.internal/,
      /pa:ss|w@/,
    ],
    [
      'a token in a query',
      new Error('GET https://mail.example/send?token=abc&to=x failed'),
      /mail\.example\/send\?\[redacted\] failed/,
      /abc/,
    ],
    [
      'a credential in a header',
      new Error('Authorization: Bearer abcdefghijkl was refused'),
      /Authorization/,
      /abcdefghijkl/,
    ],
    ['an API key', new Error('unknown key svck_abc_def'), /unknown key \[token\]/, /abc_def/],
    [
      'an e-mail address',
      new Error('no mailbox ada.l+x@mail.example.com here'),
      /no mailbox \[e-mail\] here/,
      /ada|mail\.example/,
    ],
    [
      'an address of a visitor',
      new Error('no record of 203.0.113.7 and 2001:db8::17'),
      /no record of \[ip\] and \[ip\]/,
      /203|db8/,
    ],
    ['quoted JSON', parseFailure('{"visitor": secret}'), /SyntaxError: .*JSON/, /secret/],
    ['quoted text that is not JSON', parseFailure('secret "x'), /SyntaxError: .*JSON/, /secret/],
    ['a refused argument', argumentFailure(), /ERR_INVALID_ARG_TYPE: The .* Received …/, /secret/],
    ['a forged line', new Error('bad\n2026-01-01 level=error forged'), /bad 2026-01-01/, /\n/],
  ])('does not contain %s', (_what, error, expected, refused) => {
    expect(describeError(error)).toMatch(expected);
    expect(describeError(error)).not.toMatch(refused);
    expect(errorReason(error)).not.toMatch(refused);
  });

  test('names the address of a server that refuses connections', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    expect(describeError(new AggregateError([refused]))).toContain('connect ECONNREFUSED 10.0.0.5:5432');
    expect(errorReason(refused)).toBe('connect ECONNREFUSED 10.0.0.5:5432');
  });

  test('is of bounded length, also when it is its own cause, and whatever was thrown', () => {
    const endless = new Error('x'.repeat(10_000_000));
    endless.cause = endless;
    expect(describeError(endless).length).toBeLessThan(8000);
    const hostile = {
      get message() {
        throw new Error('no');
      },
    };
    for (const thrown of [null, undefined, 5, Symbol('s'), {}, hostile, 'a text'])
      expect(typeof describeError(thrown)).toBe('string');
    expect(describeError('a text')).toBe('a text');
  });
});

function parseFailure(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function argumentFailure(): unknown {
  try {
    return Buffer.from(Symbol.for('secret') as never, 'utf8');
  } catch {
    return Object.assign(
      new TypeError('The "path" argument must be of type string. Received an instance of \'secret\''),
      { code: 'ERR_INVALID_ARG_TYPE' },
    );
  }
}

describe('the request id', () => {
  const failing = () =>
    open({ tenancy: { enabled: true, resolve: () => Promise.reject(new Error('no tenant today')) } });

  test.each(['6f9619ff-8b86-d011-b42d-00cf4fc964ff', 'Root=1-67891233-abcdef012345678912345678', 'a'])(
    '%s of a proxy is kept in answer, error and log',
    async (id) => {
      const app = await failing();
      const answer = await app.request
        .get(`${app.publicBase}/resolve-profile`)
        .set('X-Request-Id', id)
        .expect(503);
      expect([answer.headers['x-request-id'], answer.body.requestId]).toEqual([id, id]);
      expect(linesWith(app, `"requestId":"${id}"`)).toHaveLength(1);
    },
  );

  test.each(['', 'a b', '-x', '"quoted"', 'ümlaut', 'x'.repeat(129), '{jndi:ldap://x}'])(
    '"%s" is replaced by a new one',
    async (id) => {
      const app = await failing();
      const answer = await app.request
        .get(`${app.publicBase}/resolve-profile`)
        .set('X-Request-Id', Buffer.from(id).toString('latin1'))
        .expect(503);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
    },
  );
});

describe('a start', () => {
  const addresses = {
    publicApi: '/svc/api/v1',
    publicDescription: '/svc/api/v1/openapi.json',
    adminApi: '/svc/admin/v1',
    adminDescription: '/svc/admin/v1/openapi.json',
    health: '/svc/admin/v1/health',
    script: '/svc/widget.js',
  };

  test('says once where to find what, and what is published', async () => {
    const app = await open();
    await app.service.start();
    await app.service.start();
    expect(app.logger.lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        message:
          'The consent service is ready, but no profile is active, so pages show no banner: publish one through the admin API. See docs/guide/troubleshooting.md#no-active-profile',
        ...addresses,
        published: [],
      },
    ]);
    await createActiveProfile(app);
    const again = await open({}, { knex: app.knex, directory: app.directory });
    await again.service.start();
    expect(again.logger.lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', message: 'The consent service is ready', ...addresses, published: ['opt-in'] },
    ]);
  });

  test('warns of secrets that were copied from an example, without their values', async () => {
    const copied = { adminEmail: 'admin@example.com', adminPassword: 'at least 12 characters' };
    const app = await open({
      auth: { ...copied, masterSecret: 'change-me-change-me-change-me-change-me' },
    });
    const known = app.logger.lines.filter((line) => line.includes('#known-secret'));
    expect(known.map((line) => JSON.parse(line).secrets)).toEqual([
      ['auth.masterSecret'],
      ['auth.adminPassword'],
    ]);
    expect(known[1]).toContain(
      '`express-consent reset-password EMAIL`, then remove auth.adminPassword from the configuration',
    );
    expect(known.join()).not.toMatch(/change-me|at least 12/);
  });

  test('shows that line on the console unless a logger is passed', async () => {
    const shown = jest.spyOn(console, 'info').mockImplementation(() => {});
    await (await open({ logger: undefined })).service.start();
    expect(shown.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^express-consent: The consent service is ready.* publicApi="\/svc\/api\/v1" .*published=\[\]$/,
        ),
      ],
    ]);
  });

  test('that finds no database says so, with the reason, to whoever called it and in the log', async () => {
    const silent = { debug() {}, warn() {}, error() {}, deprecate() {} };
    const knex = createKnex({
      client: 'pg',
      connection: 'postgres://app:secret@127.0.0.1:1/shop',
      log: silent,
    });
    cleanUps.push(() => knex.destroy());
    const app = await open({}, { knex });
    await expect(app.service.start()).rejects.toMatchObject({
      name: 'SetupError',
      message:
        'The consent service could not start: the database (pg) cannot be used: connect ECONNREFUSED 127.0.0.1:1. See docs/guide/troubleshooting.md#could-not-start',
      cause: { code: 'ECONNREFUSED' },
    });
    await app.request.get(`${app.publicBase}/resolve-profile`).expect(503);
    expect(linesWith(app, 'could not start')[0]).toContain(
      'the database (pg) cannot be used: connect ECONNREFUSED 127.0.0.1:1',
    );
    expect(app.logger.lines.join()).not.toContain('secret');
  });
});

describe('the logger', () => {
  function collector() {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(...String(chunk).trim().split('\n'));
        done();
      },
    });
    return { stream, entries: () => lines.map((line) => JSON.parse(line)) };
  }

  const failing = {
    mode: 'custom',
    validateUser: () => Promise.reject(new Error('no such session')),
  } as const;

  async function logWith(logger: NonNullable<TestAppOptions['config']>['logger']) {
    const app = await open({ logger, auth: failing });
    await app.request.get(`${app.adminBase}/profiles`).expect(401);
  }

  test('can be an instance of pino', async () => {
    const { stream, entries } = collector();
    await logWith(pino(stream));
    expect(entries()).toMatchObject([
      { level: 30, msg: expect.stringContaining('ready'), publicApi: '/svc/api/v1' },
      {
        level: 40,
        msg: expect.stringContaining('auth.validateUser threw'),
        error: expect.stringContaining('no such session'),
      },
    ]);
  });

  test.each(['json', 'logstash'])('can be an instance of winston, with the sentence (%s)', async (format) => {
    const { stream, entries } = collector();
    await logWith(
      winston.createLogger({
        format: winston.format[format](),
        transports: [new winston.transports.Stream({ stream })],
      }),
    );
    const told = JSON.stringify(entries());
    expect(told).toContain('The consent service is ready');
    expect(told).toContain('auth.validateUser threw');
    expect(told).toContain('no such session');
  });

  test('can be the console', async () => {
    const shown = jest.spyOn(console, 'warn').mockImplementation(() => {});
    jest.spyOn(console, 'info').mockImplementation(() => {});
    await logWith(console);
    expect(shown.mock.calls).toEqual([
      [
        { error: expect.stringContaining('no such session') },
        expect.stringContaining('auth.validateUser threw'),
      ],
    ]);
  });

  test('needs warn and error only', async () => {
    const told: unknown[] = [];
    await logWith({
      warn: (_facts, sentence) => void told.push(sentence),
      error: (_facts, sentence) => void told.push(sentence),
    });
    expect(told).toEqual([expect.stringContaining('auth.validateUser threw')]);
    await expect(open({ logger: { warn() {} } as never })).rejects.toThrow(
      'logger: must have the method error()',
    );
  });

  test('that throws harms no request', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    await logWith({ debug: broken, info: broken, warn: broken, error: broken });
  });
});

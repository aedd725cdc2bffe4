import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import type { CachePurge, PurgeHook } from '#platform/kernel/host-types';
import { createTestApp } from '../support/create-test-app';
import { createActiveProfile } from '../support/profiles';
import { listen } from '../support/published-files';

const guide = readFileSync(join(__dirname, '../../docs/guide/scaling.md'), 'utf8');
const change: CachePurge = {
  tenantId: 'default',
  complianceGroup: 'opt-in',
  paths: [],
  prefixes: ['/svc/api/v1/profiles/default/opt-in', '/svc/api/v1/bootstrap'],
  signal: AbortSignal.timeout(5000),
};
const env = {
  CLOUDFLARE_ZONE: 'zone',
  CLOUDFLARE_TOKEN: 'cloudflare-token',
  FASTLY_SERVICE: 'service',
  FASTLY_TOKEN: 'fastly-token',
  CLOUDFRONT_DISTRIBUTION: 'distribution',
};

interface Called {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** The guide's code for a CDN, with these names in scope. */
function example(cdn: string, names: Readonly<Record<string, unknown>>): PurgeHook {
  const [, code = ''] =
    new RegExp(`\\*\\*${cdn}\\*\\*[\\s\\S]*?\`\`\`js\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  const body = code.replace(/^import .*\n/gm, '');
  return new Function(...Object.keys(names), `${body}\nreturn purge;`)(...Object.values(names)) as PurgeHook;
}

/** An API that answers with this status, and a `fetch` that sends everything to it. */
async function createApi(status: number) {
  const calls: Called[] = [];
  const { port, close } = await listen(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const { url, method, headers } = req;
    calls.push({ url, method, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    res.writeHead(status).end('{}');
  });
  return {
    calls,
    close,
    fetch(address: string, init: RequestInit) {
      const { host, pathname } = new URL(address);
      return fetch(`http://127.0.0.1:${port}/${host}${pathname}`, init);
    },
  };
}

const app = { use() {} };

test.each([
  [
    'Cloudflare',
    '/api.cloudflare.com/client/v4/zones/zone/purge_cache',
    { authorization: 'Bearer cloudflare-token' },
    {
      prefixes: [
        'www.shop.example/svc/api/v1/profiles/default/opt-in',
        'www.shop.example/svc/api/v1/bootstrap',
      ],
    },
  ],
  [
    'Fastly',
    '/api.fastly.com/service/service/purge',
    { 'fastly-key': 'fastly-token' },
    { surrogate_keys: change.prefixes },
  ],
])(
  'the example for %s sends what its API expects, and throws when it refuses',
  async (cdn, url, headers, body) => {
    const api = await createApi(200);
    await example(cdn, { app, process: { env }, fetch: api.fetch })(change);
    await api.close();
    expect(api.calls).toEqual([
      {
        url,
        method: 'POST',
        headers: expect.objectContaining({ ...headers, 'content-type': 'application/json' }),
        body,
      },
    ]);
    const refusing = await createApi(429);
    await expect(example(cdn, { app, process: { env }, fetch: refusing.fetch })(change)).rejects.toThrow(
      '429',
    );
    await refusing.close();
  },
);

test('the example for CloudFront invalidates what begins with the prefixes', async () => {
  const sent: unknown[] = [];
  class CreateInvalidationCommand {
    constructor(readonly input: unknown) {}
  }
  class CloudFrontClient {
    async send({ input }: CreateInvalidationCommand, options: object): Promise<void> {
      sent.push(input, options);
    }
  }
  const names = { process: { env }, crypto, CloudFrontClient, CreateInvalidationCommand };
  await example('CloudFront', names)(change);
  expect(sent).toEqual([
    {
      DistributionId: 'distribution',
      InvalidationBatch: {
        CallerReference: expect.any(String),
        Paths: { Quantity: 2, Items: ['/svc/api/v1/profiles/default/opt-in*', '/svc/api/v1/bootstrap*'] },
      },
    },
    { abortSignal: change.signal },
  ]);
});

test('with the example for Fastly, answers have the prefixes of purges as their keys, and no others have any', async () => {
  const host = express();
  example('Fastly', { app: host, process: { env }, fetch });
  const service = await createTestApp({ host: () => host });
  await createActiveProfile(service);
  const keyOf = async (path: string) =>
    (await service.request.get(path).expect(200)).headers['surrogate-key'];
  const api = '/svc/api/v1';
  expect(await keyOf(`${api}/profiles/default/opt-in/de`)).toBe(`${api}/profiles/default/opt-in`);
  expect(await keyOf(`${api}/bootstrap?lang=de`)).toBe(`${api}/bootstrap`);
  expect(await keyOf(`${api}/resolve-profile`)).toBeUndefined();
  await service.close();
});

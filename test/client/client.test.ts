import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adminOperations } from '#client/admin-operations';
import { ApiError, createAdminClient, createPublicClient } from '#client/index';
import { publicOperations } from '#client/public-operations';
import { openAdminApp } from '../support/open-admin-app';
import { createActiveProfile } from '../support/profiles';

describe('typed client', () => {
  const app = openAdminApp();
  let url: string;
  const close: (() => void)[] = [];

  beforeEach(async () => {
    const server = createServer(app.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    close.push(() => server.close());
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    for (const end of close.splice(0)) end();
  });

  const submitConsent = async () => {
    const { id: profileId } = await createActiveProfile(app);
    const api = createPublicClient({ url: `${url}${app.publicBase}` });
    const { data } = await api('submitConsent', {
      body: { profileId, consentJson: { analytics: 'granted' } },
    });
    return data;
  };
  const admin = () => createAdminClient({ url: `${url}${app.adminBase}`, headers: app.admin });

  test('calls an operation with path, query, body and headers, and returns data and ETag', async () => {
    const call = admin();
    const { data: role, status } = await call('createRole', {
      body: { name: 'Reader', description: '50 % ümlaut' },
    });
    expect([status, role.name]).toEqual([201, 'Reader']);
    const { data: roles } = await call('listRoles');
    expect(roles.map(({ name }) => name)).toContain('Reader');
    const { data: page } = await call('listAudit', { query: { limit: 1, action: undefined } });
    expect(page.items).toHaveLength(1);
  });

  test('sends the ETag of the record, and reports that somebody else has changed it', async () => {
    const { id } = await createActiveProfile(app);
    const call = admin();
    const { data, etag } = await call('getProfile', { params: { id } });
    if (etag === null) throw new Error('no ETag');
    const rename = (name: string) =>
      call('updateProfile', { params: { id }, body: { name, profileJson: data.profileJson }, ifMatch: etag });
    await rename('Renamed');
    await expect(rename('Renamed by somebody else')).rejects.toMatchObject({ status: 412 });
  });

  test('throws the code, the sentence and the details of a refusal', async () => {
    const error = await admin()('createRole', { body: { name: '' } }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(error.body.details).toContainEqual(expect.objectContaining({ path: 'name' }));
  });

  test('a parameter cannot lead to another route', async () => {
    for (const id of ['', '.', '..'])
      await expect(admin()('getProfile', { params: { id } })).rejects.toThrow(TypeError);
    await expect(admin()('getProfile', { params: { id: '../users' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('returns the response itself for files', async () => {
    const { data } = await admin()('exportConsents', { query: {} });
    expect(data.headers.get('Content-Type')).toContain('text/csv');
    expect(await data.text()).toContain('visitorId');
  });

  test('returns it also for exports as JSON', async () => {
    const { data } = await admin()('exportConsents', { query: { format: 'json' } });
    expect(await data.json()).toEqual([]);
  });

  test('returns a receipt as its record, and as the response of its PDF', async () => {
    const { visitorId } = await submitConsent();
    const params = { visitorId };
    const { data: receipt } = await admin()('getVisitorReceipt', { params });
    // The type names both, so that nobody reads a file as a record.
    if (receipt instanceof Response) throw new Error('a file');
    expect(receipt.receipt_id).toEqual(expect.any(String));
    const { data: pdf } = await admin()('getVisitorReceipt', { params, query: { format: 'pdf' } });
    expect(pdf instanceof Response && pdf.headers.get('Content-Type')).toBe('application/pdf');
  });

  test('a header of a call replaces that of the client, in whatever case', async () => {
    const { visitorId } = await submitConsent();
    const { headers } = await admin()('getVisitorReceipt', {
      params: { visitorId },
      headers: { accept: 'application/pdf' },
    });
    expect(headers.get('Content-Type')).toBe('application/pdf');
  });

  test('sends the headers of an object of `Headers`', async () => {
    const headers = new Headers({ ...app.admin, 'X-Tenant-Id': 'no such tenant' });
    const call = createAdminClient({ url: `${url}${app.adminBase}`, headers });
    await expect(call('listRoles')).rejects.toBeInstanceOf(ApiError);
  });

  test('throws for an answer that is not of the API', async () => {
    const page = createServer((_req, res) => {
      res.setHeader('Content-Type', 'text/html').end('<h1>Sign in to this network</h1>');
    }).listen(0, '127.0.0.1');
    await once(page, 'listening');
    close.push(() => page.close());
    const call = createPublicClient({ url: `http://127.0.0.1:${(page.address() as AddressInfo).port}` });
    await expect(call('verifyConsent', { params: { visitorId: 'a' } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 200,
    });
  });

  test('has no operation that only a browser can use', () => {
    // Forms, and redirects of a sign-in.
    const names = Object.keys({ ...adminOperations, ...publicOperations });
    for (const name of ['savePreferences', 'finishSaml', 'beginSaml', 'authorizeOidc'])
      expect(names).not.toContain(name);
    expect(names).toEqual(expect.arrayContaining(['submitConsent', 'login', 'showPreferences']));
  });

  test('an answer that has not changed has no data', async () => {
    const api = createPublicClient({ url: `${url}${app.publicBase}` });
    const { data, etag } = await api('getBootstrap');
    // The type says that the data can be missing.
    expect(data?.found).toBe(false);
    const again = await api('getBootstrap', { headers: { 'If-None-Match': etag ?? '' } });
    expect(again).toMatchObject({ status: 304, data: undefined, etag });
  });

  test('calls the public API too', async () => {
    const api = createPublicClient({ url: `${url}${app.publicBase}/` });
    const { data } = await api('resolveProfile', { query: { tz: 'Europe/Berlin' } });
    expect(data).toMatchObject({ complianceGroup: 'opt-in', found: false });
  });

  test('reports what something in between answered, and how long to wait', async () => {
    const proxy = createServer((_req, res) => {
      res.writeHead(503, { 'Retry-After': '7', 'Content-Type': 'text/html' });
      res.end('<h1>Sorry</h1>');
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    close.push(() => proxy.close());
    const call = createAdminClient({ url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
    const error = await call('listRoles').catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 503, code: undefined, retryAfter: 7 });
  });
});

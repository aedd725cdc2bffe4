import { openAdminApp } from '../support/open-admin-app';
import { createTemplate } from '../support/templates';

const app = openAdminApp();

describe.each(['consent-templates', 'ui-templates'] as const)('A save of %s', (kind) => {
  const read = (id: string) => app.call('get', `/${kind}/${id}`).expect(200);
  const rename = (id: string, name: string, etag: string) =>
    app.call('put', `/${kind}/${id}`, { name }).set('If-Match', etag);

  test('that names the state it changes is refused once somebody else has saved another', async () => {
    const { id } = await createTemplate(app, kind);
    const { etag = '' } = (await read(id)).headers;
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const saved = await rename(id, 'First', etag).expect(200);
    expect(saved.headers.etag).not.toBe(etag);
    expect((await read(id)).headers.etag).toBe(saved.headers.etag);

    const late = await rename(id, 'Second', etag).expect(412);
    expect(late.body.code).toBe('version_conflict');
    expect(late.headers.etag).toBe(saved.headers.etag);
    expect((await read(id)).body.name).toBe('First');
    // Proxies that compress make ETags weak, and some clients send all that they have.
    await rename(id, 'Third', `${etag}, W/${saved.headers.etag}`).expect(200);
    await rename(id, 'Fourth', '*').expect(200);
    await app.call('put', `/${kind}/${id}`, { name: 'Fifth' }).expect(200);
  });

  test('that two people send at once is made for one of them', async () => {
    const { id } = await createTemplate(app, kind);
    const { etag = '' } = (await read(id)).headers;
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => rename(id, name, etag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

import type { TestApp } from './create-test-app';
import { createActiveProfile } from './profiles';

let count = 0;

/** Makes a finding as a browser would report it; a tenant without an active profile gets one. Returns its id. */
export async function createFinding(app: TestApp, tenantId = 'default', mark = 'found'): Promise<string> {
  count += 1;
  const cookie = `${mark}-${String.fromCharCode(97 + (count % 26))}-cookie`;
  const active = await app.knex('svc_profiles').where({ tenant_id: tenantId }).whereNotNull('active_group');
  if (active.length === 0) await createActiveProfile(app, {}, tenantId);
  await app.request
    .post(`${app.publicBase}/reports?tenantId=${tenantId}`)
    .send({ reports: [{ page: '/', cookie }] })
    .expect(204);
  await app.service.maintenance();
  const { id } = await app.knex('svc_findings').where({ tenant_id: tenantId, name: cookie }).first('id');
  return id;
}

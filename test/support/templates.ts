import type { ConsentTemplateCreate, UiTemplateCreate } from '#banners/templates/template-schemas';
import type { TestApp } from './create-test-app';
import { profileJson } from './profiles';

/** Parameters and categories of `profileJson()`, as a template. */
export function consentTemplate(overrides: Partial<ConsentTemplateCreate> = {}): ConsentTemplateCreate {
  const { cookies, preferenceModal } = profileJson();
  return { name: 'Shop cookies', cookies, categories: preferenceModal?.categories, ...overrides };
}

/** Buttons for the labels of `profileJson()`. */
export function uiTemplate(overrides: Partial<UiTemplateCreate> = {}): UiTemplateCreate {
  return {
    name: 'Bottom bar',
    mainBanner: {
      position: 'bottom',
      overlayOpacity: 0.5,
      showClose: false,
      headingTag: 'h2',
      stackButtonsOnBreakpoint: 576,
      buttons: {
        'accept-all': { type: 'primary', action: 'custom', cookies: '*' },
        'reject-all': { type: 'primary', action: 'custom', cookies: '!' },
        manage: { type: 'secondary', action: 'manage' },
      },
    },
    preferenceModal: {
      position: 'center',
      showClose: true,
      persistent: false,
      trapFocus: true,
      buttons: { save: { type: 'primary', action: 'submit' } },
    },
    ...overrides,
  };
}

type Kind = 'consent-templates' | 'ui-templates';

export async function createTemplate(
  app: TestApp,
  kind: Kind,
  body: object = kind === 'ui-templates' ? uiTemplate() : consentTemplate(),
  tenantId = 'default',
): Promise<{ id: string }> {
  const response = await app.request
    .post(`${app.adminBase}/${kind}`)
    .set(await app.asAdmin())
    .set('X-Tenant-Id', tenantId)
    .send(body);
  if (response.status !== 201) throw new Error(`template not created: ${response.status} ${response.text}`);
  return response.body;
}

/** The same template as another tenant's, put straight into the database. */
export async function insertForeignTemplate(app: TestApp, kind: Kind): Promise<string> {
  const table = kind === 'ui-templates' ? 'svc_ui_templates' : 'svc_consent_templates';
  const { id } = await createTemplate(app, kind);
  await app.knex(table).where({ id }).update({ tenant_id: 'another' });
  return id;
}

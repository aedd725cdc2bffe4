import type { Database, TenantScope } from '../../database/database';
import { consentTemplateKind } from './consent-template-kind';
import type { ConsentTemplateContent } from './consent-template-rules';
import { type StoredTemplate, templateRepository } from './template-repository';
import { type UiPresentation, uiTemplateKind } from './ui-template-kind';

export type StoredConsentTemplate = StoredTemplate<ConsentTemplateContent>;
export type StoredUiTemplate = StoredTemplate<UiPresentation>;

/** Templates as profiles need them. An id of another tenant is unknown. */
export interface TemplateLookup {
  consent(tenantId: string, id: string): Promise<StoredConsentTemplate | null>;
  ui(tenantId: string, id: string): Promise<StoredUiTemplate | null>;
  /** The same in a transaction: what is found stays as it is until its end. */
  holdConsent(scope: TenantScope, id: string): Promise<StoredConsentTemplate | null>;
  holdUi(scope: TenantScope, id: string): Promise<StoredUiTemplate | null>;
}

export function createTemplateLookup(database: Database): TemplateLookup {
  const consents = (scope: TenantScope) =>
    templateRepository<ConsentTemplateContent>(consentTemplateKind, scope);
  const uis = (scope: TenantScope) => templateRepository<UiPresentation>(uiTemplateKind, scope);
  return {
    consent: (tenantId, id) => database.read((connection) => consents(connection.tenant(tenantId)).find(id)),
    ui: (tenantId, id) => database.read((connection) => uis(connection.tenant(tenantId)).find(id)),
    holdConsent: (scope, id) => consents(scope).hold(id),
    holdUi: (scope, id) => uis(scope).hold(id),
  };
}

import type { Database, TenantScope } from '#platform/database/database';
import { consentTemplateKind } from './consent-template-kind';
import type { ConsentTemplateContent } from './consent-template-rules';
import { type StoredTemplate, templateRepository } from './template-repository';
import { type UiPresentation, uiTemplateTable } from './ui-template-kind';

export type StoredConsentTemplate = StoredTemplate<ConsentTemplateContent>;
export type StoredUiTemplate = StoredTemplate<UiPresentation>;

/** Finds templates for profiles. Ids of other tenants are not found. */
export interface TemplateLookup {
  consent(tenantId: string, id: string): Promise<StoredConsentTemplate | null>;
  ui(tenantId: string, id: string): Promise<StoredUiTemplate | null>;
  /** Finds the template in a transaction and keeps it from changing until the transaction ends. */
  lockConsent(scope: TenantScope, id: string): Promise<StoredConsentTemplate | null>;
  lockUi(scope: TenantScope, id: string): Promise<StoredUiTemplate | null>;
}

export function createTemplateLookup(database: Database): TemplateLookup {
  const consents = (scope: TenantScope) =>
    templateRepository<ConsentTemplateContent>(consentTemplateKind, scope);
  const uis = (scope: TenantScope) => templateRepository<UiPresentation>(uiTemplateTable, scope);
  return {
    consent: (tenantId, id) => database.read((connection) => consents(connection.tenant(tenantId)).find(id)),
    ui: (tenantId, id) => database.read((connection) => uis(connection.tenant(tenantId)).find(id)),
    lockConsent: (scope, id) => consents(scope).hold(id),
    lockUi: (scope, id) => uis(scope).hold(id),
  };
}

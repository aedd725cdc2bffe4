import type { Feature } from '#platform/feature';
import { type ConsentImport, type ConsentImportOptions, createConsentImport } from './consent-import';
import { type ImportRoutesOptions, importRoutes } from './import-routes';

export interface ConsentImportsOptions
  extends ConsentImportOptions,
    Pick<ImportRoutesOptions, 'importBytes' | 'isClosing' | 'severalTenants'> {}

export interface ConsentImports extends Feature {
  readonly consentImport: ConsentImport;
}

/** Imports consents from the exports of other products, for the admin API and the command line. */
export function createConsentImports(options: ConsentImportsOptions): ConsentImports {
  const consentImport = createConsentImport(options);
  return { adminRoutes: importRoutes({ ...options, consentImport }), consentImport };
}

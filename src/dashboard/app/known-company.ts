import type { DataOf } from '../api/use-resource';

/** Returns the company that the service knows. `Default` is the initial name of a tenant, not that of a company. */
export const knownCompany = ({ controllerName }: DataOf<'getSetupSuggestions'>): string =>
  controllerName === 'Default' ? '' : controllerName;

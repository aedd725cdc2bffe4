import type { TenantScope } from '#platform/database/database';
import type { CookieMap } from './parameter-schemas';

/**
 * Lookup of the profiles that use templates. The profiles feature implements it, since it owns the table and
 * imports this feature, not the other way round.
 */

export interface TemplateLink {
  readonly kind: 'consent' | 'ui';
  readonly id: string;
}

export interface UsingProfile {
  readonly id: string;
  readonly name: string;
  readonly complianceGroup: string | null;
  readonly isActive: boolean;
}

/** A profile with the content that decides whether it needs a parameter of its template. */
export interface ParameterHolder extends UsingProfile {
  /** Contents that name the template: the current version, the published version or both. */
  readonly contents: readonly TemplateParameters[];
}

export interface TemplateParameters {
  /** Whether a Global Privacy Control signal has any effect for visitors. */
  readonly honoursGpc: boolean;
  /** The profile's own copies of parameters. */
  readonly cookies: Readonly<CookieMap>;
}

export interface TemplateUsage {
  /**
   * Lists the profiles whose current version names the template, and active ones whose published version
   * does; oldest first.
   */
  using(scope: TenantScope, link: TemplateLink): Promise<UsingProfile[]>;
  /** Lists the same profiles with their parameters. */
  holders(scope: TenantScope, link: TemplateLink): Promise<ParameterHolder[]>;
  /** Removes the link from inactive profiles, whose activation waits until the transaction ends. */
  release(scope: TenantScope, link: TemplateLink): Promise<void>;
}

/** Returns the fields that identify a profile in errors. */
export function toProfileReference({ id, name, complianceGroup }: UsingProfile) {
  return { id, name, complianceGroup };
}

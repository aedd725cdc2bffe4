import type { TenantScope } from '../../database/database';
import type { CookieMap } from './parameter-schemas';

/**
 * Profiles that use templates. Profiles themselves answer, since they own their table and import this
 * feature, not the other way round.
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

/** What decides whether a profile needs a parameter of its template. */
export interface ParameterHolder extends UsingProfile {
  /**
   * The contents that name the template: of the current version, of the one that visitors get, or of both.
   */
  readonly contents: readonly HeldParameters[];
}

export interface HeldParameters {
  /** Whether a Global Privacy Control signal changes anything for visitors. */
  readonly honoursGpc: boolean;
  /** The profile's own copies of parameters. */
  readonly cookies: Readonly<CookieMap>;
}

export interface TemplateUsage {
  /**
   * Profiles whose current version names the template, and active ones whose published version does; oldest
   * first.
   */
  using(scope: TenantScope, link: TemplateLink): Promise<UsingProfile[]>;
  /** The same with their parameters. */
  holders(scope: TenantScope, link: TemplateLink): Promise<ParameterHolder[]>;
  /** Takes the link from inactive profiles, whose activation waits until the transaction ends. */
  release(scope: TenantScope, link: TemplateLink): Promise<void>;
}

/** As guards name a profile. */
export function named({ id, name, complianceGroup }: UsingProfile) {
  return { id, name, complianceGroup };
}

import type { TenantScope } from '../../database/database';

/** Profiles that use templates. Profiles themselves answer, since they own their table and import this feature, not the other way round. */

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
  /** Whether a Global Privacy Control signal changes anything for its visitors. */
  readonly honoursGpc: boolean;
  holds(parameterId: string): boolean;
}

export interface TemplateUsage {
  /** Profiles whose current version names the template, oldest first. */
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

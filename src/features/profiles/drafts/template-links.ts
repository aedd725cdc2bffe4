import type { TenantScope } from '../../../database/database';
import type { FaultDetail } from '../../../kernel/errors';
import type { TemplateLookup, UiPresentation } from '../../templates';
import type { Finding, ProfileJson } from '../profile-schemas';

/** Which templates a version is linked to, and how its UI template looks as of that version. */
export interface TemplateLinks {
  readonly consentTemplateId?: string;
  readonly uiTemplateId?: string;
  readonly ui: UiPresentation | null;
  /** Whether `ui` was read from the template just now, or carried over from the version before. */
  readonly isFresh: boolean;
  /** Templates that are named and not there. */
  readonly faults: readonly FaultDetail[];
  readonly warnings: readonly Finding[];
}

/**
 * The links of a profileJson that an operator has sent: each must be there, and the UI template counts as it
 * is now.
 */
export async function linkTemplates(
  templates: TemplateLookup,
  tenantId: string,
  { consentTemplateId, uiTemplateId }: ProfileJson,
): Promise<TemplateLinks> {
  const consent =
    consentTemplateId === undefined ? null : await templates.consent(tenantId, consentTemplateId);
  const ui = uiTemplateId === undefined ? null : await templates.ui(tenantId, uiTemplateId);
  const fault = (key: string, id: string) => ({
    path: `profileJson.${key}`,
    message: `there is no template "${id}"`,
  });
  return {
    ...(consent && { consentTemplateId: consent.id }),
    ...(ui && { uiTemplateId: ui.id }),
    ui: ui && presentationOf(ui),
    isFresh: true,
    faults: [
      ...(consentTemplateId !== undefined && consent === null
        ? [fault('consentTemplateId', consentTemplateId)]
        : []),
      ...(uiTemplateId !== undefined && ui === null ? [fault('uiTemplateId', uiTemplateId)] : []),
    ],
    warnings: [],
  };
}

/**
 * The links of an earlier version: its look stays, and a template that was deleted since is no longer named.
 */
export async function carryLinks(
  templates: TemplateLookup,
  tenantId: string,
  {
    profileJson: { consentTemplateId, uiTemplateId },
    ui,
  }: { readonly profileJson: ProfileJson; readonly ui: UiPresentation | null },
): Promise<TemplateLinks> {
  const hasConsent =
    consentTemplateId !== undefined && (await templates.consent(tenantId, consentTemplateId)) !== null;
  const hasUi = uiTemplateId !== undefined && (await templates.ui(tenantId, uiTemplateId)) !== null;
  const gone = (kind: string) => ({
    rule: 'profile/template-deleted',
    message: `The ${kind} template of this version was deleted; the profile keeps what it had from it`,
  });
  return {
    ...(hasConsent && { consentTemplateId }),
    ...(hasUi && { uiTemplateId }),
    ui,
    isFresh: false,
    faults: [],
    warnings: [
      ...(consentTemplateId !== undefined && !hasConsent ? [gone('consent')] : []),
      ...(uiTemplateId !== undefined && !hasUi ? [gone('UI')] : []),
    ],
  };
}

/**
 * A template was changed or deleted after a draft was made with it, so the draft must be made again. Never
 * leaves this feature.
 */
export class TemplatesChanged extends Error {
  override readonly name = 'TemplatesChanged';
}

/**
 * Holds the linked templates until the transaction ends; before anything of the profile is written, as
 * templates lock theirs first too.
 * @throws TemplatesChanged
 */
export async function holdLinks(
  templates: TemplateLookup,
  scope: TenantScope,
  { consentTemplateId, uiTemplateId, ui, isFresh }: TemplateLinks,
): Promise<void> {
  if (consentTemplateId !== undefined && (await templates.holdConsent(scope, consentTemplateId)) === null)
    throw new TemplatesChanged();
  if (uiTemplateId === undefined) return;
  const held = await templates.holdUi(scope, uiTemplateId);
  if (held === null || (isFresh && JSON.stringify(presentationOf(held)) !== JSON.stringify(ui)))
    throw new TemplatesChanged();
}

/** Runs work that makes a draft and saves it, and repeats it while templates change in between. */
export async function retryWhileTemplatesChange<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TemplatesChanged)) throw error;
    }
  }
}

function presentationOf({ mainBanner, preferenceModal }: UiPresentation): UiPresentation {
  return { mainBanner, preferenceModal };
}

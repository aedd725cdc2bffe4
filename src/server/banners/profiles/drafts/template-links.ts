import type { TenantScope } from '#platform/database/database';
import type { FaultDetail } from '#platform/kernel/errors';
import { changesSince, type TemplateChange, type TemplateLookup, type UiPresentation } from '../../templates';
import type { Finding, ProfileJson } from '../profile-schemas';

/** Templates that a version is linked to, and its UI template's presentation as of that version. */
export interface TemplateLinks {
  readonly consentTemplateId?: string;
  readonly uiTemplateId?: string;
  readonly ui: UiPresentation | null;
  /** Whether `ui` was just read from the template, rather than carried over from the previous version. */
  readonly isFresh: boolean;
  /** Latest changes of the UI template; empty for a presentation that was carried over. */
  readonly changes: readonly TemplateChange[];
  /** Faults for templates that do not exist. */
  readonly faults: readonly FaultDetail[];
  readonly warnings: readonly Finding[];
}

/**
 * Returns the links of a profileJson that an operator sent. Each template must exist; the UI template is used
 * in its current state.
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
    message: `template "${id}" does not exist`,
  });
  return {
    ...(consent && { consentTemplateId: consent.id }),
    ...(ui && { uiTemplateId: ui.id }),
    ui: ui && toPresentation(ui),
    isFresh: true,
    changes: ui?.changes ?? [],
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
 * Returns the links of an earlier version. Its presentation stays; templates deleted since are no longer
 * named.
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
  const deletedWarning = (kind: string) => ({
    rule: 'profile/template-deleted',
    message: `The ${kind} template of this version was deleted; the profile keeps the settings it took from it`,
  });
  return {
    ...(hasConsent && { consentTemplateId }),
    ...(hasUi && { uiTemplateId }),
    ui,
    isFresh: false,
    changes: [],
    faults: [],
    warnings: [
      ...(consentTemplateId !== undefined && !hasConsent ? [deletedWarning('consent')] : []),
      ...(uiTemplateId !== undefined && !hasUi ? [deletedWarning('UI')] : []),
    ],
  };
}

/**
 * A template changed or was deleted after a draft used it, so the draft must be created again. Never leaves
 * this feature.
 */
export class TemplatesChanged extends Error {
  override readonly name = 'TemplatesChanged';
}

/**
 * Locks the linked templates until the transaction ends. Must run before the profile is written, since
 * templates lock their own rows first too.
 * @throws TemplatesChanged
 */
export async function holdLinks(
  templates: TemplateLookup,
  scope: TenantScope,
  { consentTemplateId, uiTemplateId, ui, isFresh, changes }: TemplateLinks,
): Promise<void> {
  if (consentTemplateId !== undefined && (await templates.lockConsent(scope, consentTemplateId)) === null)
    throw new TemplatesChanged();
  if (uiTemplateId === undefined) return;
  const locked = await templates.lockUi(scope, uiTemplateId);
  if (locked === null) throw new TemplatesChanged();
  if (isFresh && !isSame([toPresentation(locked), locked.changes], [ui, changes]))
    throw new TemplatesChanged();
}

/**
 * Returns the changes of a UI template that a version takes over: those since the template looked as in the version before.
 * @param before presentation of the version before; null: it had none
 */
export const takenChanges = (
  { ui, isFresh, changes }: TemplateLinks,
  before: UiPresentation | null,
): readonly TemplateChange[] =>
  !isFresh || ui === null || isSame(ui, before) ? [] : changesSince(changes, before);

/** Names a template whose changes a save takes over, perhaps without the operator's knowledge. */
export const findTemplateChange = (
  { uiTemplateId }: TemplateLinks,
  before: ProfileJson,
  taken: readonly TemplateChange[],
): Finding[] =>
  uiTemplateId === undefined || uiTemplateId !== before.uiTemplateId || taken.length === 0
    ? []
    : [
        {
          rule: 'profile/template-changed',
          message:
            'The UI template has changed since the version before; this version looks as the template does now',
        },
      ];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Runs work that creates and saves a draft, and repeats it while templates change in between. */
export async function retryWhileTemplatesChange<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TemplatesChanged)) throw error;
    }
  }
}

function toPresentation({ mainBanner, preferenceModal, theme }: UiPresentation): UiPresentation {
  return { mainBanner, preferenceModal, theme };
}

import { type Static, Type } from '@sinclair/typebox';
import { ServiceError } from '#platform/kernel/errors';
import { canonicalJson, findUnsafeJson } from '#platform/kernel/json';
import { matchesSchema } from '#platform/kernel/schema-check';
import type { ProfileDraftPayload } from '#platform/plugins/plugin-contract';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import type { TemplateLookup } from '../../templates';
import type { DraftInput } from '../drafts/merge-draft';
import { findBlankContent } from '../drafts/profile-content';
import { type DraftRules, draftProfile, type ProfileDraft } from '../drafts/profile-draft';
import { linkTemplates } from '../drafts/template-links';
import type { StoredProfile } from '../profile-repository';
import { type Finding, LocaleContent, ProfileCreate } from '../profile-schemas';
import type { ProfileSnapshots } from '../versions/profile-snapshots';

export interface SaveHooksOptions {
  readonly hooks: HookRunner;
  readonly templates: TemplateLookup;
  readonly snapshots: ProfileSnapshots;
  readonly draftRules: () => DraftRules;
}

/** Identity of the profile that is about to be saved. */
export interface SaveTarget {
  readonly tenantId: string;
  /** Id of the profile; null for a new one. */
  readonly profileId: string | null;
  readonly name: string;
  /** Whether plugins cannot change the group, since the profile is or will be active. */
  readonly groupIsFixed: boolean;
}

export interface HookedDraft {
  readonly name: string;
  readonly draft: ProfileDraft;
  /** Additions to the operator's own changes in the audit log. */
  readonly changes: { readonly changedByPlugins?: true };
}

export interface SaveHooks {
  /** Returns the draft after plugins changed it, checked by the same rules as an operator's. */
  beforeSave(target: SaveTarget, draft: ProfileDraft): Promise<HookedDraft>;
  /** Called after the commit. */
  afterActivate(profile: StoredProfile): Promise<void>;
}

export function createSaveHooks({ hooks, templates, snapshots, draftRules }: SaveHooksOptions): SaveHooks {
  const matches = matchesSchema<Payload>(Payload);

  /** Drafts a plugin's result again; null when it cannot be saved in place of `before`. */
  async function redraft(
    target: SaveTarget,
    before: ProfileDraft,
    changed: unknown,
  ): Promise<{ name: string; draft: ProfileDraft } | null> {
    if (findUnsafeJson(changed) !== null || !matches(changed)) return null;
    if (changed.tenantId !== target.tenantId || changed.profileId !== target.profileId) return null;
    const { consentTemplateId, uiTemplateId } = changed.profileJson;
    const sameLinks =
      consentTemplateId === before.links.consentTemplateId && uiTemplateId === before.links.uiTemplateId;
    const links = sameLinks
      ? before.links
      : await linkTemplates(templates, target.tenantId, changed.profileJson);
    try {
      const draft = draftProfile(before, toInput(before, changed), links, draftRules());
      if (target.groupIsFixed && draft.group !== before.group) return null;
      snapshots.requireRoom(draft);
      return {
        name: changed.name,
        draft: { ...draft, warnings: [...keepOperatorWarnings(before, draft), ...draft.warnings] },
      };
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  return {
    async beforeSave(target, draft) {
      let accepted = { name: target.name, draft };
      if (!hooks.has('beforeProfileSave')) return { ...accepted, changes: {} };
      await hooks.change('beforeProfileSave', toPayload(target, accepted), async (changed) => {
        const redrafted = await redraft(target, accepted.draft, changed);
        if (redrafted === null) return null;
        accepted = redrafted;
        return toPayload(target, accepted);
      });
      const isChanged =
        canonicalJson(toPayload(target, accepted)) !==
        canonicalJson(toPayload(target, { name: target.name, draft }));
      return { ...accepted, changes: isChanged ? { changedByPlugins: true } : {} };
    },

    async afterActivate({ tenantId, id, name, version, group }) {
      await hooks.notify('afterProfileActivate', {
        tenantId,
        profileId: id,
        name,
        version,
        complianceGroup: group,
      });
    },
  };
}

const Payload = Type.Object({
  tenantId: Type.String(),
  profileId: Type.Union([Type.String(), Type.Null()]),
  ...Type.Pick(ProfileCreate, ['name', 'defaultLocale', 'profileJson']).properties,
  localeContent: Type.Record(Type.String(), LocaleContent, { maxProperties: 300 }),
});
type Payload = Static<typeof Payload>;

function toPayload(
  { tenantId, profileId }: SaveTarget,
  { name, draft }: { name: string; draft: ProfileDraft },
): ProfileDraftPayload {
  const { defaultLocale, profileJson, localeContent } = draft;
  return { tenantId, profileId, name, defaultLocale, profileJson, localeContent };
}

/**
 * Converts a plugin's changes to the input that an operator would send on top of the draft: other locales'
 * texts only where they differ. A locale that has missing texts already can keep them.
 */
function toInput(before: ProfileDraft, { defaultLocale, profileJson, localeContent }: Payload): DraftInput {
  const removed = Object.keys(before.localeContent).filter((locale) => !Object.hasOwn(localeContent, locale));
  const changed = Object.entries(localeContent).filter(
    ([locale, content]) => JSON.stringify(content) !== JSON.stringify(before.localeContent[locale]),
  );
  const differences = [...removed.map((locale) => [locale, null] as const), ...changed];
  const incomplete = new Set(findBlankContent(before).map(({ locale }) => locale));
  return {
    defaultLocale,
    profileJson,
    ...(differences.length > 0 && {
      localeContent: Object.fromEntries(differences),
      changedLocales: changed.map(([locale]) => locale).filter((locale) => !incomplete.has(locale)),
    }),
  };
}

/**
 * Returns warnings about the operator's input that the sanitised draft no longer shows, such as removed
 * markup.
 */
function keepOperatorWarnings(before: ProfileDraft, after: ProfileDraft): Finding[] {
  const isRepeated = (finding: Finding) =>
    after.warnings.some((other) => JSON.stringify(other) === JSON.stringify(finding));
  return before.warnings.filter(
    (finding) =>
      /^(content\/(sanitised|locale-structure)$|profile\/)/.test(finding.rule) && !isRepeated(finding),
  );
}

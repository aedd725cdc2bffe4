import { type Static, Type } from '@sinclair/typebox';
import { ServiceError } from '../../../kernel/errors';
import { canonicalJson, findUnsafeJson } from '../../../kernel/json';
import { matchesSchema } from '../../../kernel/schema-check';
import type { ProfileDraftPayload } from '../../../plugins/plugin-contract';
import type { HookRunner } from '../../../plugins/plugin-registry';
import type { RuleOptions } from '../../../standards/compliance';
import type { TemplateLookup } from '../../templates';
import { type DraftInput, draftProfile, type ProfileDraft } from '../drafts/profile-draft';
import { linkTemplates } from '../drafts/template-links';
import type { StoredProfile } from '../profile-repository';
import { type Finding, LocaleContent, ProfileCreate } from '../profile-schemas';
import type { ProfileSnapshots } from '../versions/profile-snapshots';

export interface SaveHooksOptions {
  readonly hooks: HookRunner;
  readonly templates: TemplateLookup;
  readonly snapshots: ProfileSnapshots;
  readonly ruleOptions: () => RuleOptions;
}

/** What is about to be saved, and as what. */
export interface SaveTarget {
  readonly tenantId: string;
  /** Null: the profile is new. */
  readonly profileId: string | null;
  readonly name: string;
  /** Whether the group decides about more than this save: the profile is active or is to be. */
  readonly groupIsFixed: boolean;
}

export interface HookedDraft {
  readonly name: string;
  readonly draft: ProfileDraft;
  /** What the audit log adds to the operator's own changes. */
  readonly changes: { readonly changedByPlugins?: true };
}

export interface SaveHooks {
  /** The draft as plugins have left it, held to the same rules as an operator's. */
  beforeSave(target: SaveTarget, draft: ProfileDraft): Promise<HookedDraft>;
  /** Called after the commit. */
  afterActivate(profile: StoredProfile): Promise<void>;
}

export function createSaveHooks({ hooks, templates, snapshots, ruleOptions }: SaveHooksOptions): SaveHooks {
  const matches = matchesSchema<Payload>(Payload);

  /** Null: what the plugin returned could not be saved in place of `before`. */
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
      const draft = draftProfile(before, asInput(before, changed), links, ruleOptions());
      if (target.groupIsFixed && draft.group !== before.group) return null;
      snapshots.requireRoom(draft);
      return {
        name: changed.name,
        draft: { ...draft, warnings: [...aboutTheOperatorsOwn(before, draft), ...draft.warnings] },
      };
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  return {
    async beforeSave(target, draft) {
      let accepted = { name: target.name, draft };
      if (hooks.has('beforeProfileSave')) {
        await hooks.change('beforeProfileSave', payloadOf(target, accepted), async (changed) => {
          const redrafted = await redraft(target, accepted.draft, changed);
          if (redrafted === null) return null;
          accepted = redrafted;
          return payloadOf(target, accepted);
        });
      }
      const isChanged =
        canonicalJson(payloadOf(target, accepted)) !==
        canonicalJson(payloadOf(target, { name: target.name, draft }));
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

function payloadOf(
  { tenantId, profileId }: SaveTarget,
  { name, draft }: { name: string; draft: ProfileDraft },
): ProfileDraftPayload {
  const { defaultLocale, profileJson, localeContent } = draft;
  return { tenantId, profileId, name, defaultLocale, profileJson, localeContent };
}

/**
 * What the plugin changed, as an operator would send it on top of the draft: other locales' texts only where
 * they differ.
 */
function asInput(before: ProfileDraft, { defaultLocale, profileJson, localeContent }: Payload): DraftInput {
  const removed = Object.keys(before.localeContent).filter((locale) => !Object.hasOwn(localeContent, locale));
  const changed = Object.entries(localeContent).filter(
    ([locale, content]) => JSON.stringify(content) !== JSON.stringify(before.localeContent[locale]),
  );
  const differences = [...removed.map((locale) => [locale, null] as const), ...changed];
  return {
    defaultLocale,
    profileJson,
    ...(differences.length > 0 && { localeContent: Object.fromEntries(differences) }),
  };
}

/**
 * What was told of the operator's input and cannot be seen in the cleaned draft any more, such as markup that
 * was taken out.
 */
function aboutTheOperatorsOwn(before: ProfileDraft, after: ProfileDraft): Finding[] {
  const isTold = (finding: Finding) =>
    after.warnings.some((other) => JSON.stringify(other) === JSON.stringify(finding));
  return before.warnings.filter(
    (finding) => /^(content\/(sanitised|locale-structure)$|profile\/)/.test(finding.rule) && !isTold(finding),
  );
}

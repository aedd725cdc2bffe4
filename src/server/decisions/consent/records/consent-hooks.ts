import type { ProfileCatalogue, ProfileFacts } from '#banners/profiles/index';
import { findUnsafeJson } from '#platform/kernel/json';
import { matchesSchema } from '#platform/kernel/schema-check';
import type { HookRunner } from '#platform/plugins/plugin-registry';
import { boundToMap, ConsentDraft } from '../consent-schemas';
import type { ConsentStrings } from '../strings/consent-strings';
import { type Decision, type DecisionChanges, normalizeDecision, withoutStale } from './consent-decision';

type BeforeWrite = 'beforeConsentSave' | 'beforeConsentUpdate';

export interface DraftHooksOptions {
  readonly hooks: HookRunner;
  readonly catalogue: ProfileCatalogue;
  readonly strings: ConsentStrings;
}

export interface DraftHooks {
  /** Returns a whole submission after the plugins' changes, with the profile that it then names. */
  submitted(
    name: BeforeWrite,
    draft: ConsentDraft,
    profile: ProfileFacts,
  ): Promise<{ draft: ConsentDraft; profile: ProfileFacts }>;
  /**
   * Returns the changes of an update, including those by plugins. `current` is the record after the update.
   */
  updated(current: ConsentDraft, changes: DecisionChanges): Promise<DecisionChanges>;
}

/**
 * Runs the hooks that may change a decision, and checks their results against the rules for a visitor's own
 * input.
 */
export function createDraftHooks({ hooks, catalogue, strings }: DraftHooksOptions): DraftHooks {
  const check = createDraftCheck((sent) => strings.faults(sent).length > 0);

  async function run(
    name: BeforeWrite,
    draft: ConsentDraft,
    alsoRequire: (changed: ConsentDraft) => boolean | Promise<boolean>,
  ): Promise<ConsentDraft> {
    let accepted = draft;
    await hooks.change(name, draft, async (changed) => {
      const checked = check(changed, draft);
      if (checked === null || !(await alsoRequire(checked))) return null;
      accepted = withoutStale(accepted, checked);
      return accepted;
    });
    return accepted;
  }

  return {
    async submitted(name, draft, profile) {
      let named = profile;
      const changed = await run(name, draft, async ({ profileId }) => {
        if (profileId === named.id) return true;
        const other = await catalogue.byId(profileId);
        // Evidence names the notice of the record: only one that visitors were served.
        if (!other?.isPublic || !other.isPublished || other.tenantId !== profile.tenantId) return false;
        named = other;
        return true;
      });
      return { draft: changed, profile: named };
    },

    async updated(current, changes) {
      // The notice that the visitor saw is a fact of the first submission: an update keeps its profile.
      const changed = await run(
        'beforeConsentUpdate',
        current,
        ({ profileId }) => profileId === current.profileId,
      );
      if (changed === current) return changes;
      const kept = Object.entries(changes).filter(
        ([field]) => field in changed || !(boundToMap as readonly string[]).includes(field),
      );
      return {
        ...Object.fromEntries(kept),
        ...differences(toDecision(current), toDecision(changed)),
        consentJson: changed.consentJson,
      };
    },
  };
}

function toDecision({ tenantId, visitorId, profileId, ...decision }: ConsentDraft): Decision {
  return decision;
}

function differences(before: Decision, after: Decision): Partial<Decision> {
  const changed = Object.entries(after).filter(([key, value]) => before[key as keyof Decision] !== value);
  return Object.fromEntries(changed) as Partial<Decision>;
}

/**
 * Creates a check that validates a plugin's result with the rules for a visitor's own input, and keeps the
 * tenant and the visitor. The check returns null for an invalid result; it never throws.
 */
function createDraftCheck(
  hasFaults: (sent: Pick<Decision, 'tcfString' | 'gppString'>) => boolean,
): (changed: unknown, original: ConsentDraft) => ConsentDraft | null {
  const matches = matchesSchema<ConsentDraft>(ConsentDraft);
  return (changed, original) => {
    try {
      // Only plain data: the result of a plugin may contain getters, cycles or values that JSON does not
      // have.
      const draft: unknown = JSON.parse(JSON.stringify(changed));
      if (findUnsafeJson(draft) !== null || !matches(draft)) return null;
      const changedStrings = {
        tcfString: draft.tcfString === original.tcfString ? undefined : draft.tcfString,
        gppString: draft.gppString === original.gppString ? undefined : draft.gppString,
      };
      if (hasFaults(changedStrings)) return null;
      return draft.tenantId === original.tenantId && draft.visitorId === original.visitorId
        ? normalizeDecision(draft)
        : null;
    } catch {
      return null;
    }
  };
}

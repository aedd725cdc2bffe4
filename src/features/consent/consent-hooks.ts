import type { Logger } from '../../kernel/logger';
import type { HookRunner } from '../../plugins/plugin-registry';
import type { ProfileCatalogue, ProfileFacts } from '../profiles';
import { createDraftCheck, type Decision, type DecisionChanges } from './consent-decision';
import type { ConsentDraft } from './consent-schemas';

type BeforeWrite = 'beforeConsentSave' | 'beforeConsentUpdate';

export interface DraftHooksOptions {
  readonly hooks: HookRunner;
  readonly catalogue: ProfileCatalogue;
  readonly logger: Logger;
}

export interface DraftHooks {
  /** A whole submission after the plugins' changes, with the profile that it then names. */
  submitted(name: BeforeWrite, draft: ConsentDraft, profile: ProfileFacts): Promise<{ draft: ConsentDraft; profile: ProfileFacts }>;
  /** What an update changes, with what plugins changed beyond it. `current` is the record as it would become. */
  updated(current: ConsentDraft, changes: DecisionChanges): Promise<DecisionChanges>;
}

/** Runs the hooks that may change a decision; what they return is held against the rules for a visitor's own input. */
export function createDraftHooks({ hooks, catalogue, logger }: DraftHooksOptions): DraftHooks {
  const check = createDraftCheck();

  async function run(name: BeforeWrite, draft: ConsentDraft, alsoRequire: (changed: ConsentDraft) => boolean): Promise<ConsentDraft> {
    let accepted = draft;
    await hooks.change(name, draft, (changed) => {
      const checked = check(changed, draft);
      if (checked === null || !alsoRequire(checked)) return null;
      accepted = checked;
      return checked;
    });
    return accepted;
  }

  return {
    async submitted(name, draft, profile) {
      const changed = await run(name, draft, () => true);
      if (changed.profileId === profile.id) return { draft: changed, profile };
      const other = await catalogue.byId(changed.profileId);
      if (other?.tenantId === profile.tenantId) return { draft: changed, profile: other };
      logger.warn({ hook: name }, 'What plugin hooks returned was dropped: it names an unknown profile');
      return { draft, profile };
    },

    async updated(current, changes) {
      // What the visitor saw is a fact of the first submission: an update keeps its profile.
      const changed = await run('beforeConsentUpdate', current, ({ profileId }) => profileId === current.profileId);
      if (changed === current) return changes;
      return { ...changes, ...differences(decisionOf(current), decisionOf(changed)), consentJson: changed.consentJson };
    },
  };
}

function decisionOf({ tenantId, visitorId, profileId, ...decision }: ConsentDraft): Decision {
  return decision;
}

function differences(before: Decision, after: Decision): Partial<Decision> {
  const changed = Object.entries(after).filter(([key, value]) => before[key as keyof Decision] !== value);
  return Object.fromEntries(changed) as Partial<Decision>;
}

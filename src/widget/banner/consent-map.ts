import { grantsCategory } from '#layers/index';
import { addMonths } from '#standards/calendar';
import { type Choice, type ServiceAnswers, settleCategory } from '#standards/choice/index';
import { readState } from '#standards/consent-state';
import type {
  Bootstrap,
  Categories,
  ConsentState,
  States,
  WidgetContext,
  WidgetProfile,
} from '../widget-types';

/** Groups whose banner is a mere notice: confirming it is not a decision about any category. */
const noticeGroups: readonly (string | null)[] = ['notice-only', 'unregulated'];

export function createCategories(
  context: WidgetContext,
  bootstrap: Bootstrap,
  profile: WidgetProfile,
): Categories {
  const { categories } = profile.preferenceModal;
  const undecided = Object.fromEntries(bootstrap.categories.map((category) => [category.id, category]));
  // As `orderCategories` does, in fewer bytes.
  const ids = Object.keys(categories).sort(
    (a, b) => (categories[a]?.order ?? 1e9) - (categories[b]?.order ?? 1e9),
  );
  const isMandatory = (id: string) => Boolean(undecided[id]?.mandatory);
  const isSignalled = (id: string) =>
    Boolean(
      (context.gpc || context.choice?.gpcDetected) &&
        profile.gpcMode !== 'ignore' &&
        undecided[id]?.listensToGpc,
    );
  const isOn = (id: string) => isMandatory(id) || context.states[id] === 'granted';
  const refusal = (id: string): ConsentState =>
    categories[id]?.legalBasis === 'legitimate-interest' ? 'objected' : 'denied';
  const map = (isGranted: (id: string) => unknown) =>
    Object.fromEntries(ids.map((id) => [id, isMandatory(id) || isGranted(id) ? 'granted' : refusal(id)]));

  return {
    ids,
    isMandatory,
    isSignalled,
    isOn,
    toChoice: (states, services) => toChoice(bootstrap, profile, states, services),
    map,
    press(button, switches) {
      if (button.action === 'submit') {
        if (!switches && noticeGroups.includes(profile.complianceGroup)) return { states: {} };
        // What is saved as it stands includes the answers about services.
        return {
          states: map(switches?.isSwitchedOn ?? isOn),
          services: switches?.answers() ?? context.services,
        };
      }
      // Where the signal binds by law, "accept all" does not override it; only the category's own switch does.
      const isBound = (id: string) => profile.gpcMode === 'strict' && isSignalled(id);
      return {
        states: map((id) => grantsCategory(button, categories[id]?.cookies) && (!isBound(id) || isOn(id))),
      };
    },
  };
}

/** Returns a choice in which only these states, and answers about services, are decided. */
export function toChoice(
  { profileVersion, variant, asksFirst, consentMonths, categories }: Bootstrap,
  profile: WidgetProfile,
  states: States = {},
  answers: ServiceAnswers = {},
): Choice {
  const now = Date.now();
  return {
    profileId: profile.id,
    profileVersion: profileVersion ?? 0,
    variant,
    decidedAt: now,
    // Local law can end a decision sooner than the profile.
    expiresAt: Math.min(addMonths(now, consentMonths ?? 999), now + profile.expiryDays * 86_400_000),
    gpcMode: profile.gpcMode,
    gpcDetected: false,
    gpcOverride: false,
    asksFirst,
    submissionId: null,
    categories: categories.map((category) => {
      const asked = Object.keys(category.services ?? {});
      const { state = null, services } = settleCategory(readState(states, category.id), asked, answers);
      return { ...category, state, ...(asked[0] && !category.mandatory && { services }) };
    }),
  };
}

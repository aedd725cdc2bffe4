import { type Choice, toUndecidedCategories } from '../../standards/choice';
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
  const ids = Object.keys(categories).sort(
    (a, b) => (categories[a]?.order ?? 0) - (categories[b]?.order ?? 0),
  );
  const isMandatory = (id: string) => categories[id]?.legalBasis === 'mandatory';
  const parametersOf = (id: string) => categories[id]?.cookies ?? [];
  const isSignalled = (id: string) =>
    (context.gpc || context.choice?.gpcDetected === true) &&
    profile.gpcMode !== 'ignore' &&
    !isMandatory(id) &&
    parametersOf(id).some((name) => profile.cookies[name]?.listenGpc);
  const isOn = (id: string) => isMandatory(id) || context.states[id] === 'granted';
  const refusal = (id: string): ConsentState =>
    categories[id]?.legalBasis === 'legitimate-interest' ? 'objected' : 'denied';
  const map = (isGranted: (id: string) => boolean) =>
    Object.fromEntries(ids.map((id) => [id, isMandatory(id) || isGranted(id) ? 'granted' : refusal(id)]));

  return {
    ids,
    isMandatory,
    isSignalled,
    isOn,
    toChoice: (states) => toChoice(bootstrap, profile, states),
    map,
    press({ action, cookies }, isSwitchedOn) {
      if (action === 'submit') {
        if (!isSwitchedOn && noticeGroups.includes(profile.complianceGroup)) return {};
        return map(isSwitchedOn ?? isOn);
      }
      if (cookies === '!') return map(() => false);
      return map((id) => {
        // Where the signal binds by law, "accept all" does not override it; only the category's own switch does.
        if (profile.gpcMode === 'strict' && isSignalled(id)) return isOn(id);
        return cookies === '*' || parametersOf(id).every((name) => cookies?.includes(name));
      });
    },
  };
}

/** Returns a choice in which only these states are decided. */
export function toChoice(
  { profileVersion, asksFirst, consentMonths }: Bootstrap,
  profile: WidgetProfile,
  states: States = {},
): Choice {
  const now = new Date();
  const longest = new Date(now);
  // Local law can end a decision sooner than the profile.
  longest.setUTCMonth(now.getUTCMonth() + (consentMonths ?? 999));
  return {
    profileId: profile.id,
    profileVersion: profileVersion ?? 0,
    decidedAt: +now,
    expiresAt: Math.min(+longest, +now + profile.expiryDays * 86_400_000),
    gpcMode: profile.gpcMode,
    gpcDetected: false,
    gpcOverride: false,
    asksFirst,
    submissionId: null,
    categories: toUndecidedCategories({
      cookies: profile.cookies,
      categories: profile.preferenceModal.categories,
    }).map((category) => ({
      ...category,
      state: (Object.hasOwn(states, category.id) && states[category.id]) || null,
    })),
  };
}

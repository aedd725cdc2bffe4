import type { Decision, Kit, Outcome, Recorder, WidgetContext } from '../widget-types';
import { writeCookie } from './cookie';
import { countShown } from './count-shown';
import { keepOthers, requireKnown } from './keep-others';
import { createSender } from './send';
import { newSubmissionId } from './submission-id';

/** Creates the part that records decisions. The banner can be shown without it. */
export function create(context: WidgetContext): Recorder {
  const sender = createSender(context);

  const createKit = async () => (await context.part('banner')).createKit();

  /** The last decision that was asked for, perhaps not in force yet, without the refusals of the age gate. */
  let newest: Decision;

  /** Whether the visitor knows that a decision could not be sent yet. */
  let isOwed = false;

  async function inform(kit: Kit, outcome: Outcome, keepsCookies = true): Promise<void> {
    isOwed = outcome === 'owed';
    const kept = isOwed ? 'notSaved' : 'saved';
    const key = outcome === 'refused' ? 'saveFailed' : keepsCookies ? kept : 'cookiesBlocked';
    (await context.part('banner')).announce(kit, key);
  }

  /**
   * The layers have asked what must be asked before something is allowed; for other decisions, asks it here.
   * @param decision what the page or a placeholder names, without what stays as it is
   */
  async function settle(kit: Kit, decision: Decision): Promise<Decision | null> {
    const { profile, categories } = kit;
    const { states, services = {}, method } = decision;
    const isAsked = /api|embed/.test(method) && (profile.ageGate || profile.gpcMode === 'strict');
    const allows =
      categories.ids.some((id) => !categories.isMandatory(id) && states[id] === 'granted') ||
      Object.values(services).includes(true);
    if (!isAsked || !allows) return decision;
    return (await context.load<typeof import('../preferences')>('preferences')).settleDecision(kit, decision);
  }

  const recorder: Recorder = {
    countShown,
    async resend(choice, body) {
      const outcome = await sender.resend(choice, body);
      if (isOwed && outcome !== 'owed') await inform(await createKit(), outcome);
      return outcome;
    },
    async keep(choice, replaced) {
      const bootstrap = await context.bootstrap();
      const [held] = context.readChoice();
      if (held && replaced && held.decidedAt > replaced.decidedAt) return false;
      writeCookie(context, bootstrap, choice);
      return true;
    },
    async decide(given, shown) {
      // The gate refuses for a child while the decision that opened it waits. That one counts once a parent is asked.
      const isOfGate = given.layer === 'age';
      if (!isOfGate) newest = given;
      const kit = shown ?? (await createKit());
      const settled = await settle(kit, given);
      // Such as by several clicks before this part had arrived: the last one counts.
      const isReplaced = !isOfGate && newest !== given && !newest.keepsOthers;
      if (!settled || isReplaced) return 'refused';
      // At once before it is in force: the others can have changed while it waited.
      const decision = settled.keepsOthers ? keepOthers(kit, settled) : settled;
      const { bootstrap, categories, profile } = kit;
      const { states: consentJson, services, method, layer, gpcOverride } = decision;
      const fields = { ...context.fields, ...decision.fields };
      // Only this decision answers the banner that was shown.
      context.fields = { ...context.fields, shownOn: undefined };
      // A parent has agreed under one profile. Another one can have the same categories for other uses.
      const isSame = context.choice?.profileId === profile.id;
      const choice = {
        // A child gets nothing new until the answer says that the parent has agreed.
        ...(fields.ageVerified === false
          ? categories.toChoice(
              categories.map((id) => isSame && consentJson[id] === 'granted' && categories.isOn(id)),
              services &&
                Object.fromEntries(
                  Object.keys(services).map((key) => [
                    key,
                    isSame && services[key] === true && context.services[key] === true,
                  ]),
                ),
            )
          : categories.toChoice(consentJson, services)),
        gpcDetected: context.gpc,
        gpcOverride: gpcOverride ?? false,
        submissionId: newSubmissionId(),
      };
      const keepsCookies = writeCookie(context, bootstrap, choice);
      context.apply(choice, true);
      // Without the vendor list there is no TC string; the decision is valid all the same.
      const tcf =
        profile.tcf && bootstrap.tcf
          ? await context.part('tcf').then(
              ({ choose }) => choose(kit, decision),
              () => undefined,
            )
          : undefined;
      const outcome = await sender.send(choice, {
        consentJson,
        services,
        gpcOverride,
        method,
        layer,
        locale: profile.currentLocale,
        tcf,
        ...fields,
      });
      await inform(kit, outcome, keepsCookies);
      return outcome;
    },
    async decideAll(wanted, services) {
      const kit = await createKit();
      const isMap = wanted !== 'all' && wanted !== 'none';
      const all = isMap
        ? kit.categories.map((id) => wanted[id] === 'granted')
        : kit.categories.press({ cookies: wanted === 'all' ? '*' : '!' }).states;
      requireKnown(kit, isMap ? wanted : all, services);
      const named = isMap ? Object.keys(wanted) : kit.categories.ids;
      const states = Object.fromEntries(named.map((id) => [id, all[id] ?? 'denied']));
      await recorder.decide({ states, services, method: 'api', keepsOthers: isMap });
    },
  };
  return recorder;
}

import { store } from '../core/storage';
import type { Kit, Recorder, States, WidgetContext } from '../widget-types';
import { writeCookie } from './cookie';
import { createSender, newSubmissionId } from './send';

/** Creates what records decisions. Nothing of it is needed to show the banner. */
export function create(context: WidgetContext): Recorder {
  const sender = createSender(context);

  async function createKit(): Promise<Kit> {
    const kit = await (await context.part('banner')).createKit();
    if (!kit) throw new Error('There is no profile for this place');
    return kit;
  }

  async function askAgain(): Promise<void> {
    writeCookie(context, await context.bootstrap(), null);
    await (await context.part('banner')).ask();
  }

  const recorder: Recorder = {
    async decide(decision) {
      const kit = await createKit();
      const { bootstrap, categories, profile, word } = kit;
      const fields = { ...context.fields, ...decision.fields };
      const choice = {
        // Until the parent agrees, nothing optional is allowed, whatever the child wishes.
        ...categories.toChoice(fields.parentalConsentToken ? categories.map(() => false) : decision.states),
        gpcDetected: context.gpc,
        gpcOverride: decision.gpcOverride ?? false,
        submissionId: newSubmissionId(),
      };
      const keepsCookies = writeCookie(context, bootstrap, choice);
      context.apply(choice, true);
      const { states: consentJson, method, layer, gpcOverride } = decision;
      // Without the vendor list there is no TC string; the decision counts all the same.
      const tcf =
        profile.tcf && bootstrap.tcf
          ? await context.part('tcf').then(
              ({ choose }) => choose(kit, decision),
              () => undefined,
            )
          : undefined;
      const outcome = await sender.send(choice, {
        consentJson,
        gpcOverride,
        method,
        layer,
        locale: profile.currentLocale,
        tcf,
        ...fields,
      });
      const message = !keepsCookies ? 'cookiesBlocked' : outcome === 'owed' ? 'notSaved' : 'saved';
      (await context.part('banner')).announce(word(message), message !== 'saved');
      return outcome;
    },
    async decideAll(wanted) {
      const { categories } = await createKit();
      const states =
        typeof wanted === 'string'
          ? categories.press({ cookies: wanted === 'all' ? '*' : '!' })
          : categories.map((id) => wanted[id] === 'granted');
      await recorder.decide({ states, method: 'api' });
    },
    async settle(choice, isDue) {
      if (choice.submissionId) await sender.resend(choice);
      // Global Privacy Control came after the choice: the visitor must learn about the conflict (11 CCR § 7025(c)).
      // Not `choice`: the visitor may have decided again while it was sent.
      if (
        context.choice?.categories.some(
          ({ id, state }) => state === 'granted' && context.states[id] !== state,
        )
      )
        return (await context.part('banner')).show();
      if (!isDue) return;
      const query = context.readHints();
      query.set('profileId', choice.profileId);
      query.set('profileVersion', `${choice.profileVersion}`);
      const { ask } = await context.call<{ ask: boolean }>(
        `recheck?${query}`,
        (answer) => typeof answer.ask === 'boolean',
      );
      store('svc_checked', `${Date.now()}`);
      if (ask) await askAgain();
    },
    async restore() {
      type Own = { record: { effectiveConsent?: States }; verification: { valid: boolean } };
      const { cookies } = await context.bootstrap();
      await sender.sendOwed((await createKit()).categories.toChoice({}));
      // Without this cookie there is no record, and asking for it is an error.
      if (cookies.visitor && !context.readCookies().includes(`${cookies.visitor}=`)) return false;
      const own = await context
        .call<Own>('consent', ({ record, verification }) => record && verification, {
          credentials: 'include',
        })
        .catch(() => null);
      const states = own?.verification.valid === true && own.record.effectiveConsent;
      if (!states) return false;
      context.apply((await createKit()).categories.toChoice(states), true);
      return true;
    },
    async erase() {
      await context.call<{ erased: boolean }>('consent', ({ erased }) => erased, {
        method: 'DELETE',
        credentials: 'include',
      });
      await askAgain();
    },
  };
  return recorder;
}

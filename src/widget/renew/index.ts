import type { Choice, ServiceAnswers } from '#standards/choice/index';
import { forgetFailed, parentKey } from '../core/age';
import { readAgain } from '../core/read-again';
import type { Failure } from '../core/request';
import { forgetAll, owedKey, readStored, store } from '../core/storage';
import { keepRefusals } from '../decide/keep-refusals';
import { readLatestTime } from '../decide/latest-time';
import type { Outcome, Renewal, States, WidgetContext } from '../widget-types';

const day = 86_400_000;

/** Fields of a submission that say what the visitor decided. */
interface Owed {
  readonly profileId?: string;
  readonly submissionId?: string;
  readonly consentJson?: States;
  readonly services?: ServiceAnswers;
  readonly ageVerified?: boolean;
  readonly gpcDetected?: boolean;
  readonly gpcOverride?: boolean;
  readonly decidedAt?: string;
}

/**
 * Returns the submission that an earlier page could not send, and whether the service itself has refused it in the last day.
 */
function readOwed() {
  const stored = readStored(owedKey) ?? '';
  const body = stored.replace(/^\d+/, '');
  try {
    const fields: Owed = { ...JSON.parse(body) };
    const refusedAt = Number(stored.slice(0, -body.length));
    return { body, fields, isPaused: Math.abs(Date.now() - refusedAt) < day };
  } catch {
    // None, or not ours.
    return undefined;
  }
}

/** Creates the part for decisions that were made before: on an earlier page, or on another device. */
export function create(context: WidgetContext): Renewal {
  /**
   * Ends a choice, and asks the visitor again unless they have opted out. Does nothing where another tab has decided since.
   * @param ended undefined: the visitor has erased it
   */
  async function askAgain(ended?: Choice | null): Promise<void> {
    const left = ended ? keepRefusals(ended, await readAgain(context)) : null;
    if (!(await (await context.part('decide')).keep(left, ended))) return;
    store(owedKey);
    if (left) return context.apply(left, true);
    // Copies of the decision go with it, as does what the visitor said of the age.
    forgetAll();
    context.fields = { ...context.fields, ageVerified: undefined, parentalConsentToken: undefined };
    await (await context.part('banner')).ask(!ended, true);
  }

  /** Takes over what a server or another device has decided since: the answer sets the cookie again. */
  async function follow(): Promise<Choice | null> {
    const [choice, text] = context.readChoice();
    // The record does not contain it yet.
    if (choice?.submissionId) return choice;
    const before = context.choice;
    let isGone = false;
    let isLost: boolean | undefined;
    try {
      const answer = await context.call<{ record: { parentalConsent?: string }; sendAgain?: boolean }>(
        'consent',
        ({ record }) => record,
        { credentials: 'include' },
      );
      isLost = answer.sendAgain;
      store(parentKey, answer.record.parentalConsent === 'pending' ? '1' : null);
    } catch (error) {
      const { status } = error as Partial<Failure>;
      // Without a record that this browser may read, no answer of a parent will come.
      if (status === 403 || status === 404) store(parentKey);
      if (status !== 404) return choice;
      isGone = true;
    }
    if (context.choice !== before) {
      // The visitor has decided meanwhile: the cookies of this answer must not bring the earlier decision back.
      await (await context.part('decide')).keep(context.choice);
      return context.choice;
    }
    // Where nobody is asked first, a choice can only take away.
    if (choice && (isLost || (isGone && !choice.asksFirst))) {
      const { markUnsent } = await context.load<typeof import('../decide/lost')>('lost');
      const unsent = await markUnsent(context, choice, isGone);
      if (unsent) {
        await resend(unsent);
        return unsent;
      }
      if (!isLost || !choice.asksFirst) return choice;
    }
    if (isGone || isLost) {
      await askAgain(choice);
      return null;
    }
    const [latest, news] = context.readChoice();
    if (latest && news !== text) context.apply(latest, true);
    return latest;
  }

  /** @param states `null`: everything is refused */
  async function toChoice(
    states: States | null,
    services?: ServiceAnswers,
    { gpcDetected = false, gpcOverride = false, decidedAt = '' }: Owed = {},
  ): Promise<Choice> {
    const { categories } = await (await context.part('banner')).createKit();
    const choice = categories.toChoice(states ?? categories.map(() => false), services);
    return { ...choice, gpcDetected, gpcOverride, decidedAt: Date.parse(decidedAt) || choice.decidedAt };
  }

  async function resend(choice: Choice): Promise<Outcome | void> {
    const recorder = await context.part('decide');
    const [latest] = context.readChoice();
    // The visitor has decided again meanwhile. Where an earlier page has delivered this decision, its answer is still needed.
    if (
      latest?.decidedAt !== choice.decidedAt ||
      (latest.submissionId ?? choice.submissionId) !== choice.submissionId
    )
      return;
    const owed = readOwed();
    if (owed?.body.includes(choice.submissionId ?? owedKey))
      return owed.isPaused ? undefined : recorder.resend(choice, owed.body);
    // Without the stored body, such as on a sister domain, the cookie says enough.
    const decided = choice.categories.flatMap(({ id, state, mandatory }) =>
      mandatory || state ? [[id, state ?? 'granted']] : [],
    );
    const asked = choice.categories.filter(({ state, services }) => state && services);
    return recorder.resend(choice, {
      decidedAt: new Date(readLatestTime(choice)),
      consentJson: Object.fromEntries(decided),
      services: asked[0] && Object.assign({}, ...asked.map(({ services }) => services)),
      gpcOverride: choice.gpcOverride || undefined,
    });
  }

  return {
    resend,
    async settle(choice, isDue) {
      if (choice.submissionId) await resend(choice);
      // Global Privacy Control came after the choice: the visitor must learn about the conflict (11 CCR § 7025(c)).
      // Not `choice`: the visitor may have decided again while it was sent.
      if (
        context.choice?.categories.some(
          ({ id, state }) => state === 'granted' && context.states[id] !== state,
        )
      )
        return (await context.part('banner')).show();
      if (!isDue) return void (readStored(parentKey) && (await follow()));
      const query = context.readHints();
      query.set('profileId', choice.profileId);
      query.set('profileVersion', `${choice.profileVersion}`);
      const { ask } = await context.call<{ ask: boolean }>(
        `recheck?${query}`,
        (answer) => typeof answer.ask === 'boolean',
      );
      store('svc_checked', `${Date.now()}`);
      // The part for accounts asks more often. Before the visitor is asked, the service gets what it has lost.
      const latest = choice.account ? choice : await follow();
      if (ask && latest?.decidedAt === choice.decidedAt) await askAgain(latest);
    },
    follow,
    async restore(asks) {
      type Own = {
        record: Pick<Owed, 'gpcDetected' | 'gpcOverride'> & {
          updatedAt: string;
          effectiveConsent?: States;
          effectiveServices?: ServiceAnswers;
          parentalConsent?: string;
        };
        verification: { valid: boolean; reason: string | null };
      };
      const bootstrap = await context.bootstrap();
      const { cookies } = bootstrap;
      const owed = readOwed();
      if (owed) {
        const { profileId, submissionId = null, consentJson = {}, services, ageVerified } = owed.fields;
        // A child gets nothing before the service has answered.
        const states = ageVerified === false ? null : consentJson;
        const choice = { ...(await toChoice(states, services, owed.fields)), submissionId };
        // The record is from before.
        const isInForce = choice.profileId === profileId;
        if (isInForce) context.apply(choice, true);
        const outcome = owed.isPaused || (await (await context.part('decide')).resend(choice, owed.body));
        if (isInForce && outcome !== 'saved') return true;
      }
      const before = context.choice;
      // Without this cookie there is no record, and asking for it is an error.
      if (cookies.visitor && !context.readCookies().includes(`${cookies.visitor}=`)) return;
      let own: Own;
      try {
        own = await context.call('consent', ({ record, verification }) => record && verification, {
          credentials: 'include',
        });
      } catch (error) {
        const { code, status } = error as Partial<Failure>;
        if (code && status === 404) return false;
        // No record that this browser may read.
        if (code && status === 403) return;
        context.report(error);
        const refusal = await toChoice(null);
        // The visitor can have opted out. A decision that was owed is in force.
        if (asks && !owed && context.choice === before) {
          context.isRead = false;
          context.apply(refusal, false);
        }
        return true;
      }
      const { record, verification } = own;
      const { effectiveConsent, effectiveServices, parentalConsent, updatedAt } = record;
      // The visitor has decided meanwhile, or the record does not contain their last decision yet.
      if (context.choice !== before || Date.parse(updatedAt) < (before?.decidedAt ?? 0)) return true;
      if (!effectiveConsent || verification.reason === 'expired') return false;
      const states = parentalConsent === 'pending' ? null : effectiveConsent;
      const choice = await toChoice(states, effectiveServices, { ...record, decidedAt: updatedAt });
      // Where a cookie keeps choices, one that has ended is no longer in it: the visitor is asked about what they granted.
      const isWhole = verification.valid === true && !cookies.choice;
      const left = isWhole ? choice : keepRefusals(choice, bootstrap);
      if (!left) return false;
      context.apply(left, true);
      // The answer sets the cookie for an account.
      if (cookies.choice && !context.readChoice()[0]) await (await context.part('decide')).keep(left, left);
      return true;
    },
    async erase() {
      const failure = await context
        .call<{ erased: boolean }>('consent', ({ erased }) => erased, {
          method: 'DELETE',
          credentials: 'include',
        })
        .then(
          () => null,
          (error: Partial<Failure>) => error,
        );
      // After other failures the record is still there, with its proof.
      if (failure && failure.status !== 403 && failure.status !== 404) throw failure;
      const { cookies } = await context.bootstrap();
      const isUnsent =
        context.choice?.submissionId ||
        (cookies.visitor && !context.readCookies().includes(`${cookies.visitor}=`));
      store(owedKey);
      forgetFailed();
      await askAgain();
      // A record that this browser cannot prove to be its own.
      if (failure?.status === 403 && !isUnsent) throw failure;
    },
  };
}

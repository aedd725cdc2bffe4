import type { Choice, ServiceAnswers } from '#standards/choice/index';
import type { Failure } from '../core/request';
import { owedKey, store } from '../core/storage';
import type { FrameworkAnswer } from '../frameworks/framework-types';
import type { Outcome, Recorder, States, WidgetContext } from '../widget-types';
import { writeCookie } from './cookie';

type Answer = FrameworkAnswer & {
  readonly visitorId: string;
  readonly expiresAt?: string;
  readonly updatedAt?: string;
  readonly warnings?: readonly { readonly code: string }[];
  readonly ageVerified?: boolean;
  readonly parentalConsent?: 'pending' | 'granted';
  readonly effectiveConsent?: States;
  readonly effectiveServices?: ServiceAnswers;
};

/** Sends decisions to the service. */
export interface Sender {
  send(choice: Choice, fields: Readonly<Record<string, unknown>>): Promise<Outcome>;
  readonly resend: Recorder['resend'];
}

export function createSender(context: WidgetContext): Sender {
  /** Submissions in progress, by id: several events ask for the same one. */
  const underWay = new Map<string | null, Promise<Outcome>>();

  /** The last decision of this page. */
  let latest: Parameters<typeof post> | undefined;

  function post(choice: Choice, body: string, undated?: string): Promise<Outcome> {
    const id = choice.submissionId;
    const sending = underWay.get(id) ?? tryPost(choice, body, undated).finally(() => underWay.delete(id));
    underWay.set(id, sending);
    return sending;
  }

  /**
   * Sends a submission. Unless the service refuses the decision itself, it is kept and sent again later.
   * @param undated the same without its time, for a browser whose clock is wrong
   */
  async function tryPost(choice: Choice, body: string, undated?: string): Promise<Outcome> {
    // The body is text/plain, which needs no preflight on another origin.
    const request = { method: 'POST', body, credentials: 'include', keepalive: true } as const;
    try {
      const answer = await context.call<Answer>('consent', ({ visitorId }) => visitorId, request);
      if (answer.gpp || answer.tcfString || Object.hasOwn(window, '__tcfapi'))
        context.part('frameworks').then(
          ({ receive }) => receive(choice, answer),
          () => {},
        );
      if (latest && latest[0].submissionId !== choice.submissionId) {
        // The visitor has decided again meanwhile. The cookies of this answer, which can be those of another record,
        // must not bring the first decision back.
        writeCookie(context, await context.bootstrap(), latest[0]);
        return post(...latest);
      }
      const { expiresAt, warnings } = answer;
      const isLost = warnings?.some(({ code }) => code === 'unknown_version');
      if (isLost && (await forgetGrants(choice, true))) return 'refused';
      await settle({ ...choice, expiresAt: Date.parse(expiresAt ?? '') || choice.expiresAt }, answer);
      return 'saved';
    } catch (error) {
      const { status = 0 } = error as Partial<Failure>;
      if (status === 400 && undated) return tryPost(choice, undated);
      if (status >= 400 && status < 500 && status !== 429) context.report(error);
      // Only these two are about the decision. Anything else, such as the refusal of a firewall, can be mended.
      if (status !== 400 && status !== 409) {
        store(owedKey, body);
        return 'owed';
      }
      const isInForce = isHeld(choice) || context.choice?.submissionId === choice.submissionId;
      if (!isInForce || !(await forgetGrants(choice, false))) await settle(choice);
      return 'refused';
    }
  }

  const isHeld = ({ submissionId }: Choice) => context.readChoice()[0]?.submissionId === submissionId;

  /** Ends what the service has not recorded. Returns whether the decision allowed anything. */
  const forgetGrants = (choice: Choice, isRefusalRecorded: boolean): Promise<boolean> =>
    context.load<typeof import('./lost')>('lost').then(
      (lost) => lost.forgetGrants(context, choice, isRefusalRecorded),
      () => false,
    );

  /** Marks the choice as sent, where the service's own cookie has not replaced it. */
  async function settle(sent: Choice, answer?: Answer): Promise<void> {
    store(owedKey);
    // The service's cookie allows a child what needs no parent under some laws; here nothing optional is allowed.
    const isChild = answer && (answer.parentalConsent || answer.ageVerified === false);
    const categories = isChild ? limitToParent(sent, answer) : sent.categories;
    // This cookie replaces that of the service, so its time must be that of the record, also where the clock is ahead.
    const recordedAt = (isChild && Date.parse(answer.updatedAt ?? '')) || sent.decidedAt;
    const decidedAt = Math.min(sent.decidedAt, recordedAt);
    const choice = { ...sent, categories, decidedAt, submissionId: null };
    if (isChild || isHeld(sent)) writeCookie(context, await context.bootstrap(), choice);
    if (JSON.stringify(categories) !== JSON.stringify(sent.categories)) context.apply(choice, true);
  }

  function toBody(choice: Choice, fields: Readonly<Record<string, unknown>>): string {
    const { profileId, profileVersion, variant, gpcDetected, submissionId } = choice;
    return JSON.stringify({
      profileId,
      profileVersion,
      variant,
      gpcDetected,
      submissionId,
      decidedAt: new Date(choice.decidedAt),
      timezone: context.readHints().get('tz') ?? undefined,
      ...fields,
    });
  }

  return {
    send(choice, fields) {
      latest = [choice, toBody(choice, fields), toBody(choice, { ...fields, decidedAt: undefined })];
      return post(...latest);
    },
    resend(choice, body) {
      // Another tab may have decided since.
      latest = undefined;
      return post(choice, typeof body === 'string' ? body : toBody(choice, body));
    },
  };
}

/** Returns what a child's decision allows: what the parent has agreed to, and nothing optional before that. */
function limitToParent(
  { categories }: Choice,
  { parentalConsent, effectiveConsent = {}, effectiveServices = {} }: Answer,
): Choice['categories'] {
  const hasAgreed = parentalConsent === 'granted';
  return categories.map((category) => {
    const { id, mandatory, state, services } = category;
    if (mandatory) return category;
    const refusal = state === 'objected' ? state : 'denied';
    return {
      ...category,
      state: hasAgreed && effectiveConsent[id] === 'granted' ? 'granted' : refusal,
      ...(services && {
        services: Object.fromEntries(
          Object.keys(services).map((key) => [key, hasAgreed && effectiveServices[key] === true]),
        ),
      }),
    };
  });
}

import type { Choice, ServiceAnswers } from '#standards/choice/index';
import type { Failure } from '../core/request';
import { forgetOwed, owedKey, readStored, store } from '../core/storage';
import type { FrameworkAnswer } from '../frameworks/framework-types';
import type { Outcome, Recorder, States, WidgetContext } from '../widget-types';
import { writeCookie } from './cookie';
import { limitGrants } from './limit-grants';

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
    // Before the request: the page can be left while it waits.
    store(owedKey, body);
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
      if (isLost && (await (await loadLost()).forgetGrants(context, choice, true))) return 'refused';
      await settle({ ...choice, expiresAt: Date.parse(expiresAt ?? '') || choice.expiresAt }, answer);
      return 'saved';
    } catch (error) {
      const { status = 0, code } = error as Partial<Failure>;
      if (status === 400 && undated) return tryPost(choice, undated);
      const isRefused = status >= 400 && status < 500 && status !== 429;
      if (isRefused) context.report(error);
      // Only these two are about the decision. Anything else, such as the refusal of a firewall, can be mended.
      if (status === 400 || status === 409)
        try {
          const { giveUp } = await loadLost();
          return await giveUp(context, choice, { body, status, settle, send: sender.send });
        } catch {
          // The part could not be loaded: the next page gives up.
        }
      // What the service itself refuses, such as an origin, stays so until somebody changes its settings: `readOwed` waits.
      if (isRefused && code && readStored(owedKey) === body) store(owedKey, Date.now() + body);
      return 'owed';
    }
  }

  const isHeld = ({ submissionId }: Choice) => context.readChoice()[0]?.submissionId === submissionId;

  const loadLost = () => context.load<typeof import('./lost')>('lost');

  /** Marks the choice as sent, where the service's own cookie has not replaced it. */
  async function settle(sent: Choice, answer?: Answer): Promise<void> {
    forgetOwed(sent);
    // The service's cookie allows a child what needs no parent under some laws; here nothing optional is allowed.
    const isChild = answer && (answer.parentalConsent || answer.ageVerified === false);
    const agreed = answer?.parentalConsent === 'granted' ? answer : undefined;
    const categories = isChild
      ? limitGrants(sent, agreed?.effectiveConsent, agreed?.effectiveServices)
      : sent.categories;
    // This cookie replaces that of the service, so its time must be that of the record, also where the clock is ahead.
    const recordedAt = (isChild && Date.parse(answer.updatedAt ?? '')) || sent.decidedAt;
    const decidedAt = Math.min(sent.decidedAt, recordedAt);
    const choice = { ...sent, categories, decidedAt, submissionId: null };
    const bootstrap = await context.bootstrap();
    if (isChild || isHeld(sent)) writeCookie(context, bootstrap, choice);
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

  const sender: Sender = {
    send(choice, fields) {
      latest = [choice, toBody(choice, fields), toBody(choice, { ...fields, decidedAt: undefined })];
      return post(...latest);
    },
    resend(choice, body) {
      // Another tab may have decided since.
      if (latest?.[0].submissionId !== choice.submissionId) latest = undefined;
      return post(choice, typeof body === 'string' ? body : toBody(choice, body));
    },
  };
  return sender;
}

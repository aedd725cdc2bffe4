import { type Choice, isRefused } from '#standards/choice/index';
import { forgetOwed } from '../core/storage';
import type { Outcome, WidgetContext } from '../widget-types';
import { readLatestTime } from './latest-time';
import { limitGrants } from './limit-grants';
import { newSubmissionId } from './submission-id';

// Why: docs/adr/0167-a-database-that-goes-back-in-time.md, docs/adr/0177-decisions-that-the-service-refuses.md

/** Longest time that the service accepts between a decision and its submission (ms), less a day for clocks. */
const maxAge = 29 * 86_400_000;

/** Returns a choice that refuses everything, as the service records a decision about a version that it does not know. */
const withoutGrants = (choice: Choice): Choice => ({ ...choice, categories: limitGrants(choice) });

const refuses = ({ categories }: Choice): boolean => categories.some(isRefused);

const allows = ({ categories }: Choice): boolean =>
  categories.some(
    ({ mandatory, state, services = {} }) =>
      !mandatory && (state === 'granted' || Object.values(services).includes(true)),
  );

const keep = async (context: WidgetContext, choice: Choice | null, replaced: Choice) =>
  (await context.part('decide')).keep(choice, replaced);

/**
 * Ends what a decision allows that the service has not recorded, since nothing can prove it. Where visitors are asked first,
 * the next page asks again, unless the browser alone keeps a refusal, which `GET /consent` asks for. Returns whether the
 * decision allowed anything.
 */
export async function forgetGrants(
  context: WidgetContext,
  choice: Choice,
  isRefusalRecorded: boolean,
): Promise<boolean> {
  if (!allows(choice)) return false;
  const refusal = { ...withoutGrants(choice), submissionId: null };
  forgetOwed(choice);
  const asksAgain = choice.asksFirst && (isRefusalRecorded || !refuses(choice));
  if (await keep(context, asksAgain ? null : refusal, choice)) context.apply(refusal, true);
  return true;
}

/** The submission that the service has refused, and ways to send another one and to mark its choice as sent. */
interface Refused {
  readonly body: string;
  readonly status: number;
  send(choice: Choice, fields: Readonly<Record<string, unknown>>): Promise<Outcome>;
  settle(choice: Choice): Promise<void>;
}

/** Id of the refusal that was sent in place of a decision. */
let replacement: string | null | undefined;

/** Ends what a decision allows that the service refuses, and sends what the service accepts in place of it. */
export async function giveUp(context: WidgetContext, choice: Choice, refused: Refused): Promise<Outcome> {
  const { submissionId } = choice;
  const isInForce = [context.readChoice()[0], context.choice].some(
    (held) => held?.submissionId === submissionId,
  );
  if (!isInForce || !(await forgetGrants(context, choice, false))) await refused.settle(choice);
  // 409: the visitor was erased since, and stays so.
  const isReplaced = isInForce && refused.status === 400 && submissionId !== replacement && refuses(choice);
  return (isReplaced && (await sendRefusal(context, choice, refused))) || 'refused';
}

/**
 * Sends the refusal of everything in place of a decision that refuses something: the record must not keep what the visitor
 * has withdrawn. It is about the profile that is served now, since the other one may be gone.
 * @returns the outcome for the decision; null where nothing was sent
 */
async function sendRefusal(
  context: WidgetContext,
  choice: Choice,
  { body, send }: Refused,
): Promise<Outcome | null> {
  const readHeld = () => context.readChoice()[1] || context.choice;
  const before = readHeld();
  const { createKit } = await context.part('banner');
  // Without the language the answer would be the one that this page already has.
  const served = context.bootstrap(context.readHints().get('lang') ?? '');
  const kit = await served.then(() => createKit()).catch(() => null);
  // The visitor may have decided again meanwhile.
  if (!kit || readHeld() !== before) return null;
  const { categories, profile } = kit;
  const consentJson = categories.map(() => false);
  const refusal = {
    ...categories.toChoice(consentJson),
    decidedAt: Math.max(readLatestTime(choice), Date.now() - maxAge),
    gpcDetected: context.gpc,
    submissionId: newSubmissionId(),
  };
  replacement = refusal.submissionId;
  if (!(await keep(context, refusal, choice))) return null;
  context.apply(refusal, true);
  const { method, layer, ageVerified } = JSON.parse(body);
  const locale = profile.currentLocale;
  const outcome = await send(refusal, { consentJson, locale, method, layer, ageVerified });
  if (!allows(choice)) return outcome;
  // About what the visitor wanted to allow, the next page asks.
  if (outcome === 'saved' && refusal.asksFirst) await keep(context, null, refusal);
  return 'refused';
}

/**
 * Marks a decision that the database has lost, such as by a restore, as unsent. Returns it; null when the service must not
 * get it again.
 * @param isGone whether the visitor has no record at all
 */
export async function markUnsent(
  context: WidgetContext,
  choice: Choice,
  isGone: boolean,
): Promise<Choice | null> {
  const earliest = Date.now() - maxAge;
  const isOld = choice.decidedAt < earliest;
  // A record that is missing for so long was deleted on purpose. Without a refusal, there is nothing to lose.
  if ((isGone && isOld) || ((isGone || isOld) && !refuses(choice))) return null;
  const unsent = {
    // So late, a grant would be renewed: only refusals count.
    ...(isOld ? { ...withoutGrants(choice), decidedAt: earliest } : choice),
    submissionId: newSubmissionId(),
  };
  if (!(await keep(context, unsent, choice))) return null;
  if (isOld) context.apply(unsent, true);
  return unsent;
}

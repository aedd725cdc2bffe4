import type { Choice } from '#standards/choice/index';
import { owedKey, store } from '../core/storage';
import type { WidgetContext } from '../widget-types';
import { newSubmissionId } from './submission-id';

// Why: docs/adr/0167-a-database-that-goes-back-in-time.md

/** Longest time that the service accepts between a decision and its submission (ms), less a day for clocks. */
const maxAge = 29 * 86_400_000;

/** Returns a choice that refuses everything, as the service records a decision about a version that it does not know. */
const withoutGrants = (choice: Choice): Choice => ({
  ...choice,
  categories: choice.categories.map((category) => ({
    ...category,
    state: category.mandatory || category.state === 'objected' ? category.state : 'denied',
    services:
      category.services && Object.fromEntries(Object.keys(category.services).map((key) => [key, false])),
  })),
});

const refuses = ({ categories }: Choice): boolean =>
  categories.some(
    ({ state, services = {} }) => (state && state !== 'granted') || Object.values(services).includes(false),
  );

const allows = ({ categories }: Choice): boolean =>
  categories.some(
    ({ mandatory, state, services = {} }) =>
      !mandatory && (state === 'granted' || Object.values(services).includes(true)),
  );

const keep = async (context: WidgetContext, choice: Choice | null) =>
  (await context.part('decide')).keep(choice);

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
  store(owedKey);
  const asksAgain = choice.asksFirst && (isRefusalRecorded || !refuses(choice));
  await keep(context, asksAgain ? null : refusal);
  context.apply(refusal, true);
  return true;
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
  await keep(context, unsent);
  if (isOld) context.apply(unsent, true);
  return unsent;
}

import { type Choice, type ChoiceCategory, isRefused } from '#standards/choice/index';
import type { Bootstrap } from '../widget-types';
import { limitGrants } from './limit-grants';

// Why: docs/adr/0190-an-opt-out-outlives-its-banner.md

/**
 * Returns what stays in force of a choice that has ended; null: nothing, so the visitor is asked again. Where the law does not ask
 * first, refusals stay. Of what was granted, only what the place allows anyway stays.
 */
export function keepRefusals(
  choice: Choice,
  { asksFirst, categories, profile }: Pick<Bootstrap, 'asksFirst' | 'categories' | 'profile'>,
): Choice | null {
  const isOpen = ({ id }: ChoiceCategory) =>
    !profile || categories.some((own) => own.id === id && own.preGranted);
  if (asksFirst || !choice.categories.some(isRefused)) return null;
  return {
    ...choice,
    categories: choice.categories.flatMap((own) => (isOpen(own) ? own : limitGrants({ categories: [own] }))),
  };
}

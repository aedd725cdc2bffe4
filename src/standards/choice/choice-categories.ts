import type { Purpose } from '../compliance/purposes';
import type { ChoiceCategory } from './choice';

/** What a choice needs of a parameter of a profile. */
export interface ChoiceParameter {
  readonly purpose: Purpose;
  readonly listenGpc: boolean;
  readonly preGranted?: boolean | undefined;
}

/** The part of a profile, or of its published locale file, that a choice is made of. */
export interface ChoiceSource {
  readonly cookies: Readonly<Record<string, ChoiceParameter>>;
  readonly categories: Readonly<
    Record<
      string,
      { readonly legalBasis?: string | undefined; readonly cookies?: readonly string[] | undefined }
    >
  >;
}

/** A category before anything was decided about it. */
export type UndecidedCategory = Omit<ChoiceCategory, 'state'>;

/** Returns the categories of a profile in the order in which its file has them. */
export function toUndecidedCategories({ cookies, categories }: ChoiceSource): UndecidedCategory[] {
  return Object.entries(categories).map(([id, { legalBasis, cookies: names = [] }]) => {
    const mandatory = legalBasis === 'mandatory';
    const parameters = names.flatMap((name) => (Object.hasOwn(cookies, name) ? (cookies[name] ?? []) : []));
    return {
      id,
      mandatory,
      preGranted: parameters.every(({ preGranted }) => preGranted === true),
      listensToGpc: !mandatory && parameters.some(({ listenGpc }) => listenGpc),
      purposes: [...new Set(parameters.map(({ purpose }) => purpose))],
    };
  });
}

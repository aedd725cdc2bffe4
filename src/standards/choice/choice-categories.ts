import type { Purpose } from '../compliance/purposes';
import { asksFirst } from '../consent-state';
import type { Choice, ChoiceCategory } from './choice';

/** The part of a parameter that a choice needs. */
export interface ChoiceParameter {
  readonly purpose: Purpose;
  readonly listenGpc: boolean;
  readonly preGranted?: boolean | undefined;
}

/** The part of a profile, or of its published locale file, that a choice is made of. */
export interface ChoiceSource {
  /** Null: the profile states none. */
  readonly complianceGroup: string | null;
  readonly cookies: Readonly<Record<string, ChoiceParameter>>;
  readonly categories: Readonly<
    Record<
      string,
      { readonly legalBasis?: string | undefined; readonly cookies?: readonly string[] | undefined }
    >
  >;
  readonly granularity?: 'category' | 'service' | undefined;
  readonly services?: Readonly<Record<string, { readonly category: string }>> | undefined;
}

/** A category before anything was decided about it. */
export type UndecidedCategory = Omit<ChoiceCategory, 'state'>;

/** The first letters of all purposes differ. */
const toLetter = (purpose: Purpose): string => purpose.charAt(0);

/** Returns whether a category has parameters of a purpose. */
export const hasPurpose = ({ purposes }: Pick<ChoiceCategory, 'purposes'>, purpose: Purpose): boolean =>
  purposes.includes(toLetter(purpose));

/** Returns the categories of a profile in the order in which its file has them. */
export function toUndecidedCategories({
  complianceGroup,
  cookies,
  categories,
  granularity,
  services = {},
}: ChoiceSource): UndecidedCategory[] {
  const asked = granularity === 'service' ? Object.entries(services) : [];
  return Object.entries(categories).map(([id, { legalBasis, cookies: names = [] }]) => {
    const mandatory = legalBasis === 'mandatory';
    const parameters = names.flatMap((name) => (Object.hasOwn(cookies, name) ? (cookies[name] ?? []) : []));
    const own = asked.filter(([, { category }]) => category === id).map(([key]) => [key, mandatory] as const);
    return {
      id,
      mandatory,
      // Nothing is stated of a category without parameters, so its group decides.
      preGranted:
        parameters.length === 0
          ? !asksFirst(complianceGroup)
          : parameters.every(({ preGranted }) => preGranted === true),
      listensToGpc: !mandatory && parameters.some(({ listenGpc }) => listenGpc),
      purposes: [...new Set(parameters.map(({ purpose }) => toLetter(purpose)))].join(''),
      ...(own[0] && { services: Object.fromEntries(own) }),
    };
  });
}

/** Returns the categories as they are before the visitor has passed the age gate: nothing optional is allowed. */
export const withoutPreGrants = <Category extends UndecidedCategory>(
  categories: readonly Category[],
): Category[] => categories.map((category) => ({ ...category, preGranted: false }));

/** Returns the choice of a visitor who has not decided, from which `readChoiceStates` tells what applies. */
export function toUndecidedChoice({
  gpcMode,
  ...source
}: ChoiceSource & Pick<Choice, 'gpcMode'>): Pick<
  Choice,
  'gpcMode' | 'gpcDetected' | 'gpcOverride' | 'categories'
> {
  const categories = toUndecidedCategories(source).map((category) => ({ ...category, state: null }));
  return { gpcMode, gpcDetected: false, gpcOverride: false, categories };
}

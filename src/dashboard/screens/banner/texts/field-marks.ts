import type { Path } from '../edits/edits';
import type { Finding, Findings } from '../findings/use-findings';
import type { OpenText } from './text-groups';

/** A finding at its field. */
export interface MarkedFinding {
  readonly finding: Finding;
  readonly isError: boolean;
}

/** Finds what is to be shown at a field, without a search through all of it for each one. */
export interface FieldMarks {
  readonly reasonAt: (locale: string, path: Path) => OpenText['reason'] | undefined;
  /** @param dotted path as the API writes it */
  readonly findingsAt: (locale: string, dotted: string) => readonly MarkedFinding[];
}

const none: readonly MarkedFinding[] = [];

/** A finding without a language applies to all of them; it is shown at the default language. */
export function markFields(
  open: readonly OpenText[],
  { errors, warnings }: Findings,
  defaultLocale: string,
): FieldMarks {
  const reasons = new Map(open.map(({ locale, path, reason }) => [`${locale} ${path.join('.')}`, reason]));
  const found = new Map<string, MarkedFinding[]>();
  for (const [isError, findings] of [
    [true, errors],
    [false, warnings],
  ] as const)
    for (const finding of findings) {
      const { locale = defaultLocale, section, field = '' } = finding;
      const key = `${locale} ${section === undefined ? field : `${section}.${field}`}`;
      found.set(key, [...(found.get(key) ?? []), { finding, isError }]);
    }
  return {
    reasonAt: (locale, path) => reasons.get(`${locale} ${path.join('.')}`),
    findingsAt: (locale, dotted) => found.get(`${locale} ${dotted}`) ?? none,
  };
}

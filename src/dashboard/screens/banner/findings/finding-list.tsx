import { Button, Chip, ErrorNotice, Icon } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { useFieldName } from '../fields/field-names';
import { ruleWords } from './rules';
import type { Finding, Findings } from './use-findings';
import { fieldOf, type GoToText } from './use-go-to-text';
import { words } from './words';

/** All findings of the rules, the blocking ones first. They stay closed, because they would push the fields away. */
export function FindingList({
  findings,
  onGo,
}: {
  readonly findings: Findings;
  /** Shows the text that a finding is about. */
  readonly onGo?: GoToText;
}) {
  const text = useWords(words);
  if (findings.error) return <ErrorNotice error={findings.error} title={text.unchecked} />;
  const errors = groupFindings(findings.errors);
  const all = [...errors, ...groupFindings(findings.warnings)];
  if (all.length === 0) return null;
  return (
    <details className="panel">
      <summary className="panel-head">
        <span className="row">
          <span className="strong">{text.findings(all.length)}</span>
          {errors.length > 0 && <Chip tone="danger">{text.blocking(errors.length)}</Chip>}
        </span>
        <Icon name="down" />
      </summary>
      <ul className="panel-body plain-list stack">
        {all.map(({ finding, locales }, index) => {
          const field = fieldOf(finding);
          return (
            <li key={index}>
              <FindingText finding={finding} locales={locales} isError={index < errors.length} />
              {onGo && field !== null && (
                <Button variant="quiet" onPress={() => onGo(finding.locale, field)}>
                  {text.goToField}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

interface FindingGroup {
  /** The first of them. */
  readonly finding: Finding;
  readonly locales: readonly string[];
}

/** Groups findings that differ only in their language: they have one cause. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const { locale, ...cause } = finding;
    const key = JSON.stringify(cause);
    const group = groups.get(key) ?? { finding, locales: [] };
    groups.set(key, { ...group, locales: [...group.locales, ...(locale === undefined ? [] : [locale])] });
  }
  return [...groups.values()];
}

/** One finding: the problem, its place, and the law behind it. */
export function FindingText({
  finding,
  locales,
  isError,
}: {
  readonly finding: Finding;
  /** Languages that have it. */
  readonly locales: readonly string[];
  readonly isError: boolean;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const fieldName = useFieldName();
  const said = sayFinding(finding, useWords(ruleWords)[finding.rule]);
  const { rule, message, section, field, count, stated, law } = finding;
  const place = [
    formats.list(locales.map((tag) => formats.language(tag))),
    section && fieldName([section, field].filter(Boolean).join('.')),
  ];
  const counts = count === undefined ? [] : [text.counts(formats.number(count), stated ?? null)];
  return (
    <div className="stack tight">
      <p className="row">
        <Chip tone={isError ? 'danger' : 'warn'}>{isError ? text.blocks : text.warning}</Chip>
        <span className="muted small">{place.filter(Boolean).join(' · ')}</span>
      </p>
      {said !== null && <p>{[`${said}.`, ...counts].join(' ')}</p>}
      {/* The service's sentence names numbers and names that the translated one leaves out. */}
      <p lang="en" className={said === null ? undefined : 'muted small'}>
        {message}.
      </p>
      <p className="muted small">
        <span className="mono">{rule}</span>
        {law !== undefined && <span lang="en"> · {law}</span>}
      </p>
    </div>
  );
}

/** Fills in the names of a finding; null for one without such names, which counts others. */
function sayFinding(finding: Finding, sentence: string | undefined): string | null {
  const places = ['category', 'parameter'] as const;
  if (sentence === undefined) return null;
  if (places.some((place) => sentence.includes(`{${place}}`) && !finding[place])) return null;
  return places.reduce((said, place) => said.replaceAll(`{${place}}`, () => finding[place] ?? ''), sentence);
}

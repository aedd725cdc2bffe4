import { Button, Chip, ErrorNotice, Icon } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { useFieldName } from '../fields/field-names';
import { ruleWords } from './rules';
import type { Finding, Findings } from './use-findings';
import { words } from './words';

/** All findings of the rules, the blocking ones first. */
export function FindingList({
  findings: { errors, warnings, error },
  onGo,
}: {
  readonly findings: Findings;
  /** Shows the field of a finding. */
  readonly onGo?: (finding: Finding) => void;
}) {
  const text = useWords(words);
  if (error) return <ErrorNotice error={error} title={text.unchecked} />;
  const all = [...errors, ...warnings];
  if (all.length === 0) return null;
  return (
    <details className="panel" open={errors.length > 0}>
      <summary className="panel-head">
        <span className="strong">{text.findings(all.length)}</span>
        <Icon name="down" />
      </summary>
      <ul className="panel-body plain-list stack">
        {all.map((finding, index) => (
          <li key={index}>
            <FindingText finding={finding} isError={index < errors.length} />
            {onGo && finding.section !== undefined && (
              <Button variant="quiet" onPress={() => onGo(finding)}>
                {text.goToField}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** One finding: the problem, its place, and the law behind it. */
export function FindingText({ finding, isError }: { readonly finding: Finding; readonly isError: boolean }) {
  const text = useWords(words);
  const formats = useFormats();
  const fieldName = useFieldName();
  const said = sayFinding(finding, useWords(ruleWords)[finding.rule]);
  const { rule, message, locale, section, field, law } = finding;
  const place = [
    locale && formats.language(locale),
    section && fieldName([section, field].filter(Boolean).join('.')),
  ];
  return (
    <div className="stack tight">
      <p className="row">
        <Chip tone={isError ? 'danger' : 'warn'}>{isError ? text.blocks : text.warning}</Chip>
        <span className="muted small">{place.filter(Boolean).join(' · ')}</span>
      </p>
      {said !== null && <p>{said}.</p>}
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

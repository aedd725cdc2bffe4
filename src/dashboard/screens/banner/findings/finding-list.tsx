import { Button, Chip } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { useFieldName } from '../fields/field-names';
import type { Finding, Findings } from './use-findings';
import { words } from './words';

/** Everything that the rules find, the blocking ones first. */
export function FindingList({
  findings: { errors, warnings },
  onGo,
}: {
  readonly findings: Findings;
  /** Shows the field that a finding is about. */
  readonly onGo?: (finding: Finding) => void;
}) {
  const text = useWords(words);
  const all = [...errors, ...warnings];
  if (all.length === 0) return null;
  return (
    <details className="panel" open={errors.length > 0}>
      <summary className="panel-head">
        <span className="strong">{text.findings(all.length)}</span>
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

/** One finding: what is wrong, where, and which law says so. */
export function FindingText({ finding, isError }: { readonly finding: Finding; readonly isError: boolean }) {
  const text = useWords(words);
  const formats = useFormats();
  const fieldName = useFieldName();
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
      <p lang="en">{message}.</p>
      <p className="muted small">
        <span className="mono">{rule}</span>
        {law !== undefined && <span lang="en"> · {law}</span>}
      </p>
    </div>
  );
}

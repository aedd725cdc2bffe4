import { useRef, useState } from 'react';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { useKeptChoice } from '../../app/use-kept-choice';
import { DateRangeFields, isReversed, Page, Panel, SelectField, useTell } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { type ConsentsForm, ConsentsPanel } from './consents-panel';
import { ExportButton } from './export-button';
import { type Again, History } from './history';
import { words } from './words';

const empty: ConsentsForm = { format: 'csv', profileId: '', range: { from: '', to: '' } };

/** Everything that can be downloaded as a file, and what has been. */
export default function Exports() {
  const text = useWords(words);
  const tell = useTell();
  const [consents, setConsents] = useState(empty);
  const [audit, setAudit] = useState<AuditForm>(empty);
  const forms = { consents: useRef<HTMLDivElement>(null), audit: useRef<HTMLDivElement>(null) };
  const fill = ({ kind, ...form }: Again) => {
    if (kind === 'consents') setConsents(form);
    else setAudit(form);
    forms[kind].current?.querySelector('select')?.focus();
    tell(text.filled);
  };
  return (
    <Page title={text.title} intro={text.intro}>
      <div ref={forms.consents}>
        <ConsentsPanel form={consents} onChange={setConsents} />
      </div>
      <div ref={forms.audit}>
        <AuditPanel form={audit} onChange={setAudit} />
      </div>
      <TranslationsPanel />
      <History onAgain={fill} />
    </Page>
  );
}

type AuditForm = Omit<ConsentsForm, 'profileId'>;

function AuditPanel({
  form,
  onChange,
}: {
  readonly form: AuditForm;
  readonly onChange: (form: AuditForm) => void;
}) {
  const text = useWords(words);
  const { format, range } = form;
  return (
    <Panel title={text.audit}>
      <div className="stack">
        <p>{text.auditText}</p>
        <div className="form-line">
          <SelectField
            label={text.format}
            value={format}
            onChange={(next) => onChange({ ...form, format: next })}
            options={[
              { value: 'csv', label: text.csv },
              { value: 'json', label: 'JSON' },
            ]}
          />
          <DateRangeFields range={range} onChange={(next) => onChange({ ...form, range: next })} />
        </div>
        <ExportButton path="/export/audit" query={{ ...range, format }} isDisabled={isReversed(range)}>
          {text.exportAudit}
        </ExportButton>
      </div>
    </Panel>
  );
}

function TranslationsPanel() {
  const text = useWords(words);
  const { banner } = useSharedWords();
  const { can } = useSession();
  const profiles = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: can('profiles:read') },
  );
  const [chosen, setChosen] = useState('');
  const id = useKeptChoice(chosen, profiles.data?.map((profile) => profile.id) ?? []);
  // The panel keeps its place meanwhile, so that what is below does not move.
  if (id === undefined && !profiles.isLoading) return null;
  return (
    <Panel title={text.translations}>
      <div className="stack">
        <p>{text.translationsText}</p>
        <div className="form-line">
          <SelectField
            label={banner}
            value={id ?? ''}
            onChange={setChosen}
            options={profiles.data?.map((profile) => ({ value: profile.id, label: profile.name })) ?? []}
          />
        </div>
        <ExportButton path={`/export/translations/${id}`} query={{}} isDisabled={id === undefined}>
          {text.exportTranslations}
        </ExportButton>
      </div>
    </Panel>
  );
}

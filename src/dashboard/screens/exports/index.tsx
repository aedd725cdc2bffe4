import { type ReactNode, useState } from 'react';
import { useDownload } from '../../api/download';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, DateField, ErrorNotice, Page, Panel, SelectField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { words } from './words';

/** Everything that leaves the service as a file. */
export default function Exports() {
  const text = useWords(words);
  return (
    <Page title={text.title} intro={text.intro}>
      <ConsentsPanel />
      <AuditPanel />
      <TranslationsPanel />
    </Page>
  );
}

function ConsentsPanel() {
  const text = useWords(words);
  const { states } = useSharedWords();
  const { can } = useSession();
  const profiles = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: can('profiles:read') },
  );
  const [format, setFormat] = useState<'csv' | 'json' | 'xlsx'>('csv');
  const [profileId, setProfileId] = useState('');
  const [range, setRange] = useState({ from: '', to: '' });
  const path = format === 'xlsx' ? '/export/consents/xlsx' : '/export/consents';
  const query = { ...range, profileId, format: format === 'xlsx' ? '' : format };
  return (
    <Panel title={text.consents}>
      <div className="stack">
        <p>{text.consentsText}</p>
        <div className="form-line">
          <SelectField
            label={text.format}
            value={format}
            onChange={setFormat}
            options={[
              { value: 'csv', label: text.csv },
              { value: 'xlsx', label: 'Excel' },
              { value: 'json', label: 'JSON' },
            ]}
          />
          {profiles.data !== undefined && (
            <SelectField
              label={text.banner}
              value={profileId}
              onChange={setProfileId}
              options={[
                { value: '', label: states.all },
                ...profiles.data.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <RangeFields range={range} onChange={setRange} />
        </div>
        <ExportButton path={path} query={query} fileName={`consents.${format}`}>
          {text.export}
        </ExportButton>
      </div>
    </Panel>
  );
}

function AuditPanel() {
  const text = useWords(words);
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [range, setRange] = useState({ from: '', to: '' });
  return (
    <Panel title={text.audit}>
      <div className="stack">
        <p>{text.auditText}</p>
        <div className="form-line">
          <SelectField
            label={text.format}
            value={format}
            onChange={setFormat}
            options={[
              { value: 'csv', label: text.csv },
              { value: 'json', label: 'JSON' },
            ]}
          />
          <RangeFields range={range} onChange={setRange} />
        </div>
        <ExportButton path="/export/audit" query={{ ...range, format }} fileName={`audit.${format}`}>
          {text.exportAudit}
        </ExportButton>
      </div>
    </Panel>
  );
}

function TranslationsPanel() {
  const text = useWords(words);
  const { can } = useSession();
  const profiles = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: can('profiles:read') },
  );
  const [chosen, setChosen] = useState('');
  const profile = profiles.data?.find(({ id }) => id === chosen) ?? profiles.data?.[0];
  if (profile === undefined) return null;
  return (
    <Panel title={text.translations}>
      <div className="stack">
        <p>{text.translationsText}</p>
        <div className="form-line">
          <SelectField
            label={text.banner}
            value={profile.id}
            onChange={setChosen}
            options={profiles.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
        </div>
        <ExportButton path={`/export/translations/${profile.id}`} query={{}} fileName="translations.csv">
          {text.exportTranslations}
        </ExportButton>
      </div>
    </Panel>
  );
}

interface Range {
  readonly from: string;
  readonly to: string;
}

function RangeFields({
  range: { from, to },
  onChange,
}: {
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}) {
  const text = useWords(words);
  return (
    <>
      <DateField label={text.from} value={from} max={to} onChange={(next) => onChange({ from: next, to })} />
      <DateField label={text.to} value={to} min={from} onChange={(next) => onChange({ from, to: next })} />
    </>
  );
}

function ExportButton({
  path,
  query,
  fileName,
  children,
}: {
  readonly path: string;
  /** Empty values are not sent. */
  readonly query: Readonly<Record<string, string>>;
  readonly fileName: string;
  readonly children: ReactNode;
}) {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  const { save, isPending, error } = useDownload(`${path}?${search}`, fileName);
  return (
    <>
      <ErrorNotice error={error} />
      <div className="row">
        <Button icon="download" isPending={isPending} onPress={save}>
          {children}
        </Button>
      </div>
    </>
  );
}

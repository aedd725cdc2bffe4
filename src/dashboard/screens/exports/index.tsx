import { type ReactNode, useState } from 'react';
import { useDownload } from '../../api/download';
import { useResource } from '../../api/use-resource';
import { BannerField } from '../../app/banner-field';
import { useSession } from '../../app/session';
import { withoutBlanks } from '../../app/use-address';
import { useKeptChoice } from '../../app/use-kept-choice';
import { Button, DateRangeFields, ErrorNotice, Page, Panel, SelectField } from '../../components';
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
          <BannerField value={profileId} onChange={setProfileId} />
          <DateRangeFields range={range} onChange={setRange} />
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
          <DateRangeFields range={range} onChange={setRange} />
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
  const { banner } = useSharedWords();
  const { can } = useSession();
  const profiles = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: can('profiles:read') },
  );
  const [chosen, setChosen] = useState('');
  const id = useKeptChoice(chosen, profiles.data?.map((profile) => profile.id) ?? []);
  if (id === undefined) return null;
  return (
    <Panel title={text.translations}>
      <div className="stack">
        <p>{text.translationsText}</p>
        <div className="form-line">
          <SelectField
            label={banner}
            value={id}
            onChange={setChosen}
            options={profiles.data?.map((profile) => ({ value: profile.id, label: profile.name })) ?? []}
          />
        </div>
        <ExportButton path={`/export/translations/${id}`} query={{}} fileName="translations.csv">
          {text.exportTranslations}
        </ExportButton>
      </div>
    </Panel>
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
  const search = new URLSearchParams(withoutBlanks(query));
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

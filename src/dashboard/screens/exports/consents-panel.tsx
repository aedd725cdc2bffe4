import { BannerField } from '../../app/banner-field';
import { DateRangeFields, isReversed, Panel, SelectField } from '../../components';
import { useWords } from '../../words';
import { ExportButton } from './export-button';
import { words } from './words';

export interface ConsentsForm {
  readonly format: 'csv' | 'json' | 'xlsx';
  /** Empty: all. */
  readonly profileId: string;
  readonly range: { readonly from: string; readonly to: string };
}

/** Exports the consents. */
export function ConsentsPanel({
  form,
  onChange,
}: {
  readonly form: ConsentsForm;
  readonly onChange: (form: ConsentsForm) => void;
}) {
  const text = useWords(words);
  const { format, profileId, range } = form;
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
            onChange={(next) => onChange({ ...form, format: next })}
            options={[
              { value: 'csv', label: text.csv },
              { value: 'xlsx', label: 'Excel' },
              { value: 'json', label: 'JSON' },
            ]}
          />
          <BannerField value={profileId} onChange={(next) => onChange({ ...form, profileId: next })} />
          <DateRangeFields range={range} onChange={(next) => onChange({ ...form, range: next })} />
        </div>
        <ExportButton path={path} query={query} isDisabled={isReversed(range)}>
          {text.export}
        </ExportButton>
      </div>
    </Panel>
  );
}

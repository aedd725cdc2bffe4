import { SelectField } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

/** The operator's mapping of the columns of a file. */
export interface Columns {
  readonly visitorId: string;
  readonly updatedAt: string;
}

export interface ColumnFieldsProps {
  readonly names: readonly string[];
  readonly columns: Columns;
  readonly onChange: (columns: Columns) => void;
}

/** Fields for the columns with the visitor and the time, in files of unknown products. */
export function ColumnFields({ names, columns, onChange }: ColumnFieldsProps) {
  const text = useWords(words);
  const options = [{ value: '', label: text.choose }, ...names.map((name) => ({ value: name, label: name }))];
  return (
    <div className="form-line">
      <SelectField
        label={text.visitorId}
        value={columns.visitorId}
        options={options}
        onChange={(visitorId) => onChange({ ...columns, visitorId })}
      />
      <SelectField
        label={text.decidedAt}
        value={columns.updatedAt}
        options={options}
        onChange={(updatedAt) => onChange({ ...columns, updatedAt })}
      />
    </div>
  );
}

/** Fields for the banner's category of each category in the file; empty leaves it out. */
export type CategoryMap = Readonly<Record<string, string>>;

export function CategoryFields({
  map,
  categories,
  onChange,
}: {
  readonly map: CategoryMap;
  /** Headings by id. */
  readonly categories: Readonly<Record<string, string>>;
  readonly onChange: (map: CategoryMap) => void;
}) {
  const text = useWords(words);
  const options = [
    { value: '', label: text.leaveOut },
    ...Object.entries(categories).map(([value, label]) => ({ value, label })),
  ];
  return (
    <div className="form-line">
      {Object.entries(map).map(([source, target]) => (
        <SelectField
          key={source}
          label={source}
          value={target}
          options={options}
          onChange={(chosen) => onChange({ ...map, [source]: chosen })}
        />
      ))}
    </div>
  );
}

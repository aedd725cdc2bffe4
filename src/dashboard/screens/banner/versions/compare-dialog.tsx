import { type DataOf, useResource } from '../../../api/use-resource';
import { Dialog, Load, SelectField } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { useVariantsLabel } from '../variants/variant-name';
import { Differences } from './differences';
import { words } from './words';

/** Shows what differs between two versions that the operator chooses. */
export function CompareDialog({
  id,
  versions,
  from,
  to,
  onChoose,
  onClose,
}: {
  readonly id: string;
  readonly versions: DataOf<'listProfileVersions'>;
  readonly from: number;
  readonly to: number;
  readonly onChoose: (from: number, to: number) => void;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const labelOf = useVariantsLabel();
  const formats = useFormats();
  const diff = useResource(
    'diffProfileVersions',
    { params: { id, a: String(from), b: String(to) } },
    { keepPrevious: true },
  );
  const options = versions.map(({ version, createdAt, published, variants }) => ({
    value: String(version),
    label: [
      text.version(version),
      ...(variants.length > 0 ? [labelOf(variants)] : []),
      formats.date(createdAt),
      ...(published ? [text.live] : []),
    ].join(' · '),
  }));
  return (
    <Dialog title={text.compareTitle} size="large" isOpen onClose={onClose}>
      <div className="form-line">
        <SelectField
          label={text.before}
          value={String(from)}
          options={options}
          onChange={(value) => onChoose(Number(value), to)}
        />
        <SelectField
          label={text.after}
          value={String(to)}
          options={options}
          onChange={(value) => onChoose(from, Number(value))}
        />
      </div>
      <Load of={diff}>{(found) => <Differences id={id} diff={found} />}</Load>
    </Dialog>
  );
}

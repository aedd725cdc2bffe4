import { type ComponentType, useState } from 'react';
import { TextField, toList } from '../../../components';

/** Several values in one field, separated by commas, spaces or lines. */
export function ListField({
  label,
  path,
  help,
  value = [],
  isReadOnly,
  onChange,
  Field = TextField,
}: {
  readonly label: string;
  readonly path: string;
  readonly help: string;
  readonly value: readonly string[] | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string[] | undefined) => void;
  readonly Field?: ComponentType<Parameters<typeof TextField>[0]>;
}) {
  const separator = Field === TextField ? ', ' : '\n';
  // The typed text stays unchanged until something else, such as a merge, changes the list.
  const [typed, setTyped] = useState(value.join(separator));
  const shown = toList(typed).join() === value.join() ? typed : value.join(separator);
  return (
    <Field
      label={label}
      path={path}
      help={help}
      value={shown}
      isReadOnly={isReadOnly}
      onChange={(next) => {
        setTyped(next);
        const list = toList(next);
        onChange(list.length === 0 ? undefined : list);
      }}
    />
  );
}

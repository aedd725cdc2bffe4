import { TextField } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

/** The name of a new banner. */
export function NameField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (name: string) => void;
}) {
  const text = useWords(words);
  return (
    <TextField
      label={text.newName}
      path="name"
      help={text.newNameHelp}
      value={value}
      onChange={onChange}
      maxLength={200}
      autoComplete="off"
      autoFocus
    />
  );
}

import { type FormEvent, useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { useSharedWords } from '../words';
import { Button } from './button';
import { TextField } from './fields';

/** A text to search for, which counts when it is sent. */
export function SearchForm({
  label,
  help,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly help?: string;
  /** What is searched for now. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const { actions } = useSharedWords();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <Form className="search-form" role="search" onSubmit={submit} validationBehavior="aria">
      <TextField
        label={label}
        {...(help === undefined ? {} : { help })}
        type="search"
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
      <Button type="submit" icon="search" aria-label={actions.search} />
    </Form>
  );
}

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { useSharedWords } from '../words';
import { Button } from './button';
import { TextField } from './fields';

/** A field for a text to search for. The search begins when the text is sent. */
export function SearchForm({
  label,
  help,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly help?: string;
  /** The current search text. */
  readonly value: string;
  readonly onSearch: (text: string) => void | Promise<void>;
}) {
  const { actions } = useSharedWords();
  const [typed, setTyped] = useState(value);
  const [isPending, setPending] = useState(false);
  const sent = useRef(value);
  useEffect(() => {
    // Text that was typed after the search stays.
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    sent.current = typed.trim();
    setPending(true);
    await onSearch(sent.current);
    setPending(false);
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
      <Button type="submit" icon="search" isPending={isPending} aria-label={actions.search} />
    </Form>
  );
}

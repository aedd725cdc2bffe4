import { useState } from 'react';
import { useLocation } from 'wouter';
import { purposes } from '#standards/compliance/purposes';
import { useAction } from '../../api/use-resource';
import { FormDialog, TextField } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

/** Asks for a name, creates the template and opens it. */
export function CreateDialog({
  kind,
  onClose,
}: {
  readonly kind: 'looks' | 'cookies';
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const createLook = useAction('createUiTemplate', ['listUiTemplates']);
  const createList = useAction('createConsentTemplate', ['listConsentTemplates']);
  const { isPending, error } = kind === 'looks' ? createLook : createList;
  const open = ({ data: { id } }: { readonly data: { readonly id: string } }) =>
    go(`/templates/${kind}/${id}`);
  const submit = () => {
    const own = { name: name.trim() };
    if (kind === 'looks') createLook.mutate({ body: own }, { onSuccess: open });
    else
      createList.mutate(
        { body: { ...own, categories: startCategories(text.purposes) } },
        { onSuccess: open },
      );
  };
  return (
    <FormDialog
      title={kind === 'looks' ? text.newLook : text.newList}
      onClose={onClose}
      action={text.create}
      onSubmit={submit}
      isReady={name.trim() !== ''}
      isPending={isPending}
      error={error}
    >
      <TextField
        label={text.name}
        path="name"
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

/** A category for each purpose, so that cookies of the catalogue have a place. */
const startCategories = (headings: Readonly<Record<(typeof purposes)[number], string>>) =>
  Object.fromEntries(
    purposes.map((purpose, order) => [
      purpose,
      {
        heading: headings[purpose],
        legalBasis: purpose === 'necessary' ? ('mandatory' as const) : ('consent' as const),
        cookies: [],
        order,
      },
    ]),
  );

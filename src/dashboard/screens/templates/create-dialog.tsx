import { type FormEvent, useId, useState } from 'react';
import { Form } from 'react-aria-components';
import { useLocation } from 'wouter';
import { useAction } from '../../api/use-resource';
import { Button, Dialog, ErrorNotice, TextField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { words } from './words';

const purposes = ['necessary', 'functional', 'preferences', 'analytics', 'marketing'] as const;

/** Asks for a name, creates the template and opens it. */
export function CreateDialog({
  kind,
  onClose,
}: {
  readonly kind: 'looks' | 'cookies';
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const [, go] = useLocation();
  const form = useId();
  const [name, setName] = useState('');
  const createLook = useAction('createUiTemplate', ['listUiTemplates']);
  const createList = useAction('createConsentTemplate', ['listConsentTemplates']);
  const { isPending, error } = kind === 'looks' ? createLook : createList;
  const open = ({ data: { id } }: { readonly data: { readonly id: string } }) =>
    go(`/templates/${kind}/${id}`);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const own = { name: name.trim() };
    if (own.name === '') return;
    if (kind === 'looks') createLook.mutate({ body: own }, { onSuccess: open });
    else
      createList.mutate(
        { body: { ...own, categories: startCategories(text.purposes) } },
        { onSuccess: open },
      );
  };
  return (
    <Dialog
      title={kind === 'looks' ? text.newLook : text.newList}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{actions.cancel}</Button>
          <Button type="submit" form={form} variant="primary" isPending={isPending}>
            {text.create}
          </Button>
        </>
      }
    >
      <Form id={form} className="stack" onSubmit={submit}>
        <TextField label={text.name} value={name} onChange={setName} maxLength={200} isRequired autoFocus />
        <ErrorNotice error={error} />
      </Form>
    </Dialog>
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

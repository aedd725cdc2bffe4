import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components';
import { useResource } from '../../api/use-resource';
import { Button, Chip, Facts, Load, Panel, Table, TextAreaField } from '../../components';
import { useFormats, useLanguage, useSharedWords, useWords } from '../../words';
import { words } from './words';

/** Says in words what a TC string or GPP string says. */
export function StringReader() {
  const text = useWords(words);
  const [typed, setTyped] = useState('');
  const [read, setRead] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRead(typed.trim());
  };
  return (
    <Panel title={text.reader}>
      <div className="stack">
        <Form className="stack" onSubmit={submit} validationBehavior="aria">
          <TextAreaField
            label={text.string}
            help={text.readerHelp}
            value={typed}
            onChange={setTyped}
            rows={3}
            spellCheck="false"
          />
          <div className="row">
            <Button type="submit" isDisabled={typed.trim() === ''}>
              {text.read}
            </Button>
          </div>
        </Form>
        {/* The header of a GPP string begins with the type 3, which is "D" in Base64. */}
        {read !== '' && (read.startsWith('D') ? <GppMeaning value={read} /> : <TcMeaning value={read} />)}
      </div>
    </Panel>
  );
}

function TcMeaning({ value }: { readonly value: string }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const lang = useLanguage();
  const decoded = useResource('decodeTcString', { query: { string: value, lang } });
  const mark = (allowed: boolean) => (allowed ? <Chip tone="ok">{states.yes}</Chip> : states.no);
  return (
    <Load of={decoded}>
      {(tc) => (
        <div className="stack">
          <Facts
            items={[
              {
                name: text.accepted,
                value: tc.check.valid ? (
                  <Chip tone="ok">{states.yes}</Chip>
                ) : (
                  <>
                    <Chip tone="danger">{states.no}</Chip> <span lang="en">{tc.check.message}</span>
                  </>
                ),
              },
              { name: text.decided, value: formats.dateTime(tc.lastUpdated) },
              { name: text.cmpId, value: tc.cmpId },
              { name: text.listVersion, value: tc.vendorListVersion },
              {
                name: text.vendorsAllowed,
                value: formats.number(tc.vendors.filter(({ allowed }) => allowed).length),
              },
            ]}
          />
          <Table
            label={text.purposes}
            rows={tc.purposes}
            keyOf={({ id }) => String(id)}
            columns={[
              { id: 'name', title: text.purpose, cell: ({ id, name }) => `${id}. ${name ?? ''}` },
              { id: 'consent', title: text.consent, cell: ({ consent }) => mark(consent) },
              {
                id: 'interest',
                title: text.legitimateInterest,
                cell: ({ legitimateInterest }) => mark(legitimateInterest),
              },
            ]}
          />
        </div>
      )}
    </Load>
  );
}

function GppMeaning({ value }: { readonly value: string }) {
  const text = useWords(words);
  const decoded = useResource('decodeGppString', { query: { string: value } });
  return (
    <Load of={decoded}>
      {({ sections }) => (
        <div className="stack">
          {sections.map(({ id, name, fields }) => (
            <div key={id} className="stack tight">
              <h3>{text.section(name)}</h3>
              <Table
                label={text.section(name)}
                rows={fields}
                keyOf={(field) => field.name}
                columns={[
                  { id: 'field', title: text.field, cell: (field) => field.name },
                  {
                    id: 'meaning',
                    title: text.meaning,
                    cell: ({ value: raw, meaning }) => <span lang="en">{meaningText(raw, meaning)}</span>,
                  },
                ]}
              />
            </div>
          ))}
        </div>
      )}
    </Load>
  );
}

function meaningText(value: unknown, meaning: string | readonly string[] | null): string {
  if (meaning === null) return JSON.stringify(value);
  return typeof meaning === 'string' ? meaning : meaning.join('; ');
}

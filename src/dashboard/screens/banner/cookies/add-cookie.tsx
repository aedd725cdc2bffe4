import { useEffect, useState } from 'react';
import { type DataOf, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Button, Dialog, Empty, Load, TextField, useTell } from '../../../components';
import { useSharedWords, useWords } from '../../../words';
import { CookieDialog } from './cookie-dialog';
import { type CookieEditor, fittingCategory, putCookie } from './cookie-edits';
import { words } from './words';

type Entry = DataOf<'searchCookieCatalogue'>[number];

const pauseMs = 300;
/** Greatest number of results that fit into the dialog; a longer search text finds fewer. */
const mostShown = 20;

/** Adds cookies of the catalogue, or one that is not in it. */
export function AddCookie({
  editor,
  onClose,
}: {
  readonly editor: CookieEditor;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const { can } = useSession();
  const maySearch = can('templates:read');
  const [isOther, setOther] = useState(!maySearch);
  const [typed, setTyped] = useState('');
  // A name that was searched for and not found becomes the name of the new cookie.
  if (isOther) return <CookieDialog editor={editor} id={null} name={typed.trim()} onClose={onClose} />;
  return (
    <Dialog
      title={text.add}
      size="large"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={() => setOther(true)}>{text.other}</Button>
          <Button variant="primary" onPress={onClose}>
            {actions.done}
          </Button>
        </>
      }
    >
      <Catalogue editor={editor} typed={typed} onType={setTyped} />
    </Dialog>
  );
}

function Catalogue({
  editor: { content, setAll },
  typed,
  onType,
}: {
  readonly editor: CookieEditor;
  readonly typed: string;
  readonly onType: (text: string) => void;
}) {
  const text = useWords(words);
  const tell = useTell();
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const others = Object.keys(content.localeContent);
  const found = useResource(
    'searchCookieCatalogue',
    { query: { q, locales: [content.defaultLocale, ...others].join() } },
    { enabled: q !== '', keepPrevious: true },
  );
  const add = ({ id, translations = {}, ...entry }: Entry) => {
    const cookie = { ...entry, description: translations[content.defaultLocale] ?? entry.description };
    const category = fittingCategory(content.profileJson, cookie.purpose);
    setAll([
      putCookie(content, id, cookie, category),
      ...others
        .filter((locale) => translations[locale] !== undefined)
        .map(
          (locale) =>
            [['localeContent', locale, 'cookies', id], { description: translations[locale] }] as const,
        ),
    ]);
    const heading = content.profileJson.preferenceModal?.categories?.[category ?? '']?.heading ?? category;
    tell(text.added(cookie.name ?? id, heading ?? text.uncategorised));
  };
  return (
    <>
      <TextField
        label={text.search}
        help={text.searchHelp}
        value={typed}
        onChange={onType}
        type="search"
        autoFocus
      />
      {q !== '' && (
        <Load of={found}>
          {(entries) =>
            entries.length === 0 ? (
              <Empty title={text.notFound} />
            ) : (
              <ul className="plain-list stack">
                {entries.slice(0, mostShown).map((entry) => (
                  <CatalogueEntry
                    key={entry.id}
                    entry={entry}
                    isListed={Object.hasOwn(content.profileJson.cookies ?? {}, entry.id)}
                    onAdd={() => add(entry)}
                  />
                ))}
              </ul>
            )
          }
        </Load>
      )}
    </>
  );
}

function CatalogueEntry({
  entry: { id, name = id, provider, description, purpose },
  isListed,
  onAdd,
}: {
  readonly entry: Entry;
  readonly isListed: boolean;
  readonly onAdd: () => void;
}) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  return (
    <li className="row">
      <div className="grow">
        <p>
          <span className="strong">{name}</span>{' '}
          <span className="muted">{[provider, text.purposes[purpose]].filter(Boolean).join(' · ')}</span>
        </p>
        <p className="muted small">{description}</p>
      </div>
      <Button
        onPress={onAdd}
        isDisabled={isListed}
        aria-label={`${isListed ? text.listed : actions.add}: ${name}`}
      >
        {isListed ? text.listed : actions.add}
      </Button>
    </li>
  );
}

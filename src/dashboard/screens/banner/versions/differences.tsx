import { Fragment, type ReactNode } from 'react';
import type { DataOf } from '../../../api/use-resource';
import { useFormats, useSharedWords, useWords } from '../../../words';
import { htmlToLines } from '../../../words/html-to-lines';
import { useFieldName } from '../fields/field-names';
import { compareWords } from './word-diff';
import { words } from './words';

export type Diff = DataOf<'diffProfileVersions'>;
type Difference = Diff['shared'][number];

const isEmptyDiff = ({ shared, locales }: Diff) => shared.length === 0 && Object.keys(locales).length === 0;

/** The differences between two versions: of each language, and those that all languages share. */
export function Differences({ diff }: { readonly diff: Diff }) {
  const text = useWords(words);
  const formats = useFormats();
  if (isEmptyDiff(diff)) return <p>{text.noDifferences}</p>;
  return (
    <div className="stack loose">
      {Object.entries(diff.locales).map(([locale, changes]) => (
        <DifferenceList key={locale} title={formats.language(locale)} changes={changes} lang={locale} />
      ))}
      {diff.shared.length > 0 && <DifferenceList title={text.everyone} changes={diff.shared} />}
    </div>
  );
}

function DifferenceList({
  title,
  changes,
  lang,
}: {
  readonly title: string;
  readonly changes: readonly Difference[];
  readonly lang?: string;
}) {
  const fieldName = useFieldName();
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      <dl className="facts">
        {changes.map(({ path, before, after }) => (
          <div key={path}>
            <dt>{fieldName(path)}</dt>
            <dd lang={lang}>
              <Change before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A value before and after; of a text, the words that differ. */
export function Change({ before, after }: Pick<Difference, 'before' | 'after'>) {
  const { states } = useSharedWords();
  const show = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return states.none;
    if (typeof value === 'boolean') return value ? states.yes : states.no;
    if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  if (typeof before === 'string' && typeof after === 'string') return <Words before={before} after={after} />;
  return (
    <>
      <Removed>{show(before)}</Removed> <Added>{show(after)}</Added>
    </>
  );
}

function Words({ before, after }: { readonly before: string; readonly after: string }) {
  const read = (value: string) => htmlToLines(value).join('\n');
  // If only the markup differs, it is shown.
  const isMarkup = read(before) === read(after);
  const pieces = compareWords(isMarkup ? before : read(before), isMarkup ? after : read(after));
  return (
    <span className="pre-line">
      {pieces.map(({ kind, text }, index) => {
        // The words before and after a change have no space between them.
        const gap = kind === 'added' && pieces[index - 1]?.kind === 'removed' ? ' ' : '';
        if (kind === 'added')
          return (
            <Fragment key={index}>
              {gap}
              <Added>{text}</Added>
            </Fragment>
          );
        if (kind === 'removed') return <Removed key={index}>{text}</Removed>;
        return <span key={index}>{text}</span>;
      })}
    </span>
  );
}

function Added({ children }: { readonly children: ReactNode }) {
  const text = useWords(words);
  return (
    <ins>
      <span className="visually-hidden">{text.added} </span>
      {children}
    </ins>
  );
}

function Removed({ children }: { readonly children: ReactNode }) {
  const text = useWords(words);
  return (
    <del>
      <span className="visually-hidden">{text.removed} </span>
      {children}
    </del>
  );
}

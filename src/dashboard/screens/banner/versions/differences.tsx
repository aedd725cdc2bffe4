import { Fragment, type ReactNode } from 'react';
import { useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import { Load } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { htmlToLines } from '../../../words/html-to-lines';
import { FieldNames, lastField, useFieldName } from '../fields/field-names';
import { useFieldValue } from '../fields/field-values';
import { words as variantWords } from '../variants/words';
import { type Diff, type Difference, mergeNames, toNoticeable } from './noticeable';
import { compareWords } from './word-diff';
import { words } from './words';

/** The differences between two versions of a banner: of each language, and those that all languages share. */
export function Differences({ id, diff }: { readonly id: string; readonly diff: Diff }) {
  const before = useResource('getProfileVersionContent', { params: { id, entryId: String(diff.from) } });
  const after = useResource('getProfileVersionContent', { params: { id, entryId: String(diff.to) } });
  return (
    <Load of={before}>
      {({ profileJson: older }) => (
        <Load of={after}>
          {({ profileJson: newer }) => (
            <FieldNames of={mergeNames(older, newer)}>
              <DifferenceLists diff={toNoticeable(diff, older, newer)} />
            </FieldNames>
          )}
        </Load>
      )}
    </Load>
  );
}

function DifferenceLists({ diff }: { readonly diff: Diff }) {
  const text = useWords(words);
  const { variant } = useWords(variantWords);
  const { variants } = diff;
  if (variants.length === 0) return <DifferenceGroup changes={diff} />;
  return (
    <div className="stack loose">
      <p>{text.variantsHelp}</p>
      {[{ ...diff, id: 'A' }, ...variants].map((changes) => (
        <DifferenceGroup key={changes.id} name={variant(changes.id)} changes={changes} />
      ))}
    </div>
  );
}

/** The differences for all visitors, or those of one variant. */
function DifferenceGroup({
  name,
  changes: { shared: own, locales },
}: {
  /** Of the variant; absent: the versions have none. */
  readonly name?: string;
  readonly changes: Pick<Diff, 'shared' | 'locales'>;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const shared = useTemplateNames(own);
  const titleOf = (title: string) => (name === undefined ? title : `${name} · ${title}`);
  if (shared.length === 0 && Object.keys(locales).length === 0)
    return (
      <section className="stack tight">
        {name !== undefined && <h3>{name}</h3>}
        <p>{text.noDifferences}</p>
      </section>
    );
  return (
    <div className="stack loose">
      {Object.entries(locales).map(([locale, changes]) => (
        <DifferenceList
          key={locale}
          title={titleOf(formats.language(locale))}
          changes={changes}
          lang={locale}
        />
      ))}
      {shared.length > 0 && <DifferenceList title={titleOf(text.everyone)} changes={shared} />}
    </div>
  );
}

/** Replaces the ids of shared looks and cookie lists with their names. */
function useTemplateNames(changes: readonly Difference[]): readonly Difference[] {
  const { can } = useSession();
  const has = (field: string) => can('templates:read') && changes.some(({ path }) => path === field);
  const looks = useResource('listUiTemplates', undefined, { enabled: has('uiTemplateId') });
  const lists = useResource('listConsentTemplates', undefined, { enabled: has('consentTemplateId') });
  const names = new Map([...(looks.data ?? []), ...(lists.data ?? [])].map(({ id, name }) => [id, name]));
  const nameOf = (id: unknown) => names.get(String(id)) ?? id;
  return changes.map((change) =>
    change.path === 'uiTemplateId' || change.path === 'consentTemplateId'
      ? { ...change, before: nameOf(change.before), after: nameOf(change.after) }
      : change,
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
              <Change path={path} before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A value before and after; of a text, the words that differ. */
export function Change({ path, before, after }: Difference) {
  const show = useFieldValue();
  const isText = (value: unknown): value is string =>
    typeof value === 'string' &&
    value !== '' &&
    (lastField(path) === 'htmlText' || show(path, value) === value);
  if (isText(before) && isText(after)) return <Words before={before} after={after} />;
  return (
    <>
      <Removed>{show(path, before)}</Removed> <Added>{show(path, after)}</Added>
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

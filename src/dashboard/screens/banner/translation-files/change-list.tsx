import { useState } from 'react';
import { Chip, type Column, PageNumbers, Table } from '../../../components';
import { useFormats, useWords } from '../../../words';
import { useFieldName } from '../fields/field-names';
import type { TextChange } from './compare';
import { words } from './words';

const perPage = 25;

/** The texts that a file changes, before and after. */
export function ChangeList({ changes }: { readonly changes: readonly TextChange[] }) {
  const text = useWords(words);
  const formats = useFormats();
  const fieldName = useFieldName();
  const [page, setPage] = useState(1);
  if (changes.length === 0) return null;
  const columns: readonly Column<TextChange>[] = [
    {
      id: 'place',
      share: 40,
      title: text.place,
      cell: ({ language, key, before, isLate, losesMarkup }) => (
        <div className="stack tight">
          <span>
            {fieldName(key)} <span className="muted">· {formats.language(language)}</span>
          </span>
          <span className="row">
            <Chip>{before === '' ? text.added : text.changed}</Chip>
            {isLate && <Chip tone="warn">{text.late}</Chip>}
            {losesMarkup && <Chip tone="warn">{text.losesMarkup}</Chip>}
          </span>
        </div>
      ),
    },
    {
      id: 'before',
      share: 30,
      title: text.before,
      from: 'medium',
      isBelow: true,
      cell: ({ before, language }) => (
        <span className="muted file-text" lang={language}>
          {before === '' ? '–' : before}
        </span>
      ),
    },
    {
      id: 'after',
      share: 30,
      title: text.after,
      cell: ({ after, language }) => (
        <span className="file-text" lang={language}>
          {after}
        </span>
      ),
    },
  ];
  return (
    <>
      <Table
        label={text.changes}
        columns={columns}
        rows={changes.slice((page - 1) * perPage, page * perPage)}
        keyOf={({ language, key }) => `${language} ${key}`}
      />
      <PageNumbers page={page} perPage={perPage} total={changes.length} onGo={setPage} />
    </>
  );
}

import { useState } from 'react';
import { useCategoryName } from '../../app/category-names';
import { useSession } from '../../app/session';
import { ActionMenu, Chip, type Column, ErrorNotice, Table } from '../../components';
import { useFormats, useWords } from '../../words';
import type { Finding } from './finding';
import { IgnoreDialog } from './ignore-dialog';
import { unlistedWords } from './unlisted-words';
import { type Decided, useDecision, useMayCallNecessary } from './use-decision';
import { words } from './words';

const toDecided = ({ id, name, status, reason }: Finding): Decided => ({
  name,
  findingIds: [id],
  before: status,
  reason,
});

/** The findings, each with what can be decided about it. */
export function FindingTable({
  findings,
  isStale,
}: {
  readonly findings: readonly Finding[];
  readonly isStale: boolean;
}) {
  const text = useWords(words);
  const { tooGeneral } = useWords(unlistedWords);
  const formats = useFormats();
  const nameOf = useCategoryName();
  const { can } = useSession();
  const { decide, error } = useDecision();
  const mayCallNecessary = useMayCallNecessary();
  const [ignored, setIgnored] = useState<Finding | null>(null);
  const columns: readonly Column<Finding>[] = [
    {
      id: 'name',
      title: text.what,
      cell: ({ name, code, category, reason, isTooGeneral, status }) => (
        <>
          <span className="mono">{name}</span>
          {category !== null && <span className="muted small"> {nameOf(category)}</span>}
          <span className="muted small block">{text.codes[code] ?? code}</span>
          {isTooGeneral && status === 'open' && <span className="muted small block">{tooGeneral}</span>}
          {reason !== null && <span className="muted small block">{text.because(reason)}</span>}
        </>
      ),
    },
    {
      id: 'page',
      title: text.where,
      from: 'medium',
      isBelow: true,
      cell: ({ page, directive }) => (
        <>
          <span className="mono">{page}</span>
          {directive !== null && <span className="muted small"> {directive}</span>}
        </>
      ),
    },
    {
      id: 'count',
      title: text.howOften,
      isNumber: true,
      cell: ({ count }) => formats.number(count),
    },
    {
      id: 'since',
      title: text.since,
      from: 'wide',
      isBelow: true,
      cell: ({ firstSeenAt, lastSeenAt }) => (
        <>
          {formats.date(firstSeenAt)}
          <span className="muted small block">{text.last(formats.relative(lastSeenAt))}</span>
        </>
      ),
    },
    {
      id: 'source',
      title: text.seenBy,
      from: 'wide',
      cell: ({ source }) => text.sources[source],
    },
    {
      id: 'actions',
      title: text.actions,
      isTitleHidden: true,
      isNumber: true,
      cell: (finding) => (
        <span className="row end">
          {finding.isListed && finding.code.endsWith('_not_listed') && <Chip tone="ok">{text.isListed}</Chip>}
          {finding.status !== 'open' && <Chip tone="neutral">{text.statuses[finding.status]}</Chip>}
          {can('profiles:update') && (finding.status !== 'necessary' || mayCallNecessary.takeBack) && (
            <ActionMenu
              label={text.actionsOf(finding.name)}
              entries={
                finding.status === 'open'
                  ? [
                      ...(finding.kind === 'cookie' && !finding.isTooGeneral && mayCallNecessary.call
                        ? [
                            {
                              id: 'necessary',
                              label: text.necessary,
                              onAction: () => decide(toDecided(finding), 'necessary'),
                            },
                          ]
                        : []),
                      { id: 'ignore', label: text.ignore, onAction: () => setIgnored(finding) },
                    ]
                  : [
                      {
                        id: 'open',
                        label: text.reopen,
                        onAction: () => decide(toDecided(finding), 'open'),
                      },
                    ]
              }
            />
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <ErrorNotice error={error} />
      <Table label={text.title} rows={findings} keyOf={({ id }) => id} columns={columns} isStale={isStale} />
      {ignored !== null && <IgnoreDialog about={toDecided(ignored)} onClose={() => setIgnored(null)} />}
    </>
  );
}

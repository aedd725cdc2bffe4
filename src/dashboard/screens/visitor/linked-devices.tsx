import { useState } from 'react';
import { Link } from 'wouter';
import { useResource } from '../../api/use-resource';
import { Load, Pager, Panel, Table } from '../../components';
import { useFormats, useWords } from '../../words';
import { DecisionChips } from '../consents/decision-chips';
import { words } from './words';

/** The records of the same user of the host on all devices. */
export function LinkedDevices({
  subjectId,
  visitorId,
}: {
  readonly subjectId: string;
  readonly visitorId: string;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const [cursor, setCursor] = useState('');
  const records = useResource(
    'listConsents',
    { query: { subjectId, limit: 25, ...(cursor !== '' && { cursor }) } },
    { keepPrevious: true },
  );
  return (
    <Panel title={text.devicesOf(subjectId)} isFlush>
      <Load of={records} rows={2}>
        {({ items, nextCursor }) => (
          <>
            <Table
              label={text.devicesOf(subjectId)}
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: 'visitor',
                  title: text.title,
                  cell: (record) =>
                    record.visitorId === visitorId ? (
                      text.thisOne
                    ) : (
                      <Link href={`/visitors/${encodeURIComponent(record.visitorId)}`} className="mono">
                        {record.visitorId}
                      </Link>
                    ),
                },
                {
                  id: 'decision',
                  title: text.what,
                  cell: ({ consentJson, profileId }) => (
                    <span className="row">
                      <DecisionChips decision={consentJson} profileId={profileId} />
                    </span>
                  ),
                },
                {
                  id: 'time',
                  title: text.lastDecision,
                  from: 'medium',
                  isTime: true,
                  cell: ({ updatedAt }) => formats.dateTime(updatedAt),
                },
              ]}
            />
            <Pager cursor={cursor} nextCursor={nextCursor} onGo={setCursor} />
          </>
        )}
      </Load>
    </Panel>
  );
}

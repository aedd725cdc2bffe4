import { useState } from 'react';
import { type DataOf, useAnswer } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { useAddress } from '../../app/use-address';
import { Button, Chip, Dialog, Load, Pager, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { DecisionChips } from '../consents/decision-chips';
import { words as consentWords } from '../consents/words';
import { Notice } from '../publications/notice';
import { words } from './words';

type State = DataOf<'getVisitorConsentHistory'>[number];

/** Every state of a record, the newest first, with what the visitor read. */
export function History({ visitorId }: { readonly visitorId: string }) {
  const text = useWords(words);
  const { banner } = useSharedWords();
  const formats = useFormats();
  const { can } = useSession();
  const { values, set } = useAddress(['cursor'] as const);
  const [shown, setShown] = useState<State | null>(null);
  const history = useAnswer(
    'getVisitorConsentHistory',
    {
      params: { visitorId },
      query: { limit: 50, ...(values.cursor === '' ? {} : { cursor: values.cursor }) },
    },
    { keepPrevious: true },
  );
  return (
    <Panel title={text.history} isFlush>
      <Load of={history}>
        {({ data, headers }) => (
          <>
            <Table
              label={text.history}
              rows={data}
              keyOf={({ id }) => id}
              isStale={history.isPlaceholderData}
              columns={[
                {
                  id: 'time',
                  title: text.time,
                  cell: ({ createdAt, receivedAt }) => (
                    <>
                      {formats.dateTime(createdAt)}
                      {receivedAt !== undefined && (
                        <span className="muted small block">
                          {text.received(formats.dateTime(receivedAt))}
                        </span>
                      )}
                    </>
                  ),
                },
                { id: 'what', title: text.what, cell: (state) => <What state={state} /> },
                {
                  id: 'banner',
                  title: banner,
                  from: 'medium',
                  cell: (state) => <Shown state={state} />,
                },
                {
                  id: 'how',
                  title: text.how,
                  from: 'medium',
                  isBelow: true,
                  cell: (state) => <How state={state} />,
                },
                {
                  id: 'notice',
                  title: text.notice,
                  isTitleHidden: true,
                  isNumber: true,
                  cell: (state) =>
                    can('profiles:read') && (
                      <Button
                        aria-label={text.showNoticeOf(formats.dateTime(state.createdAt))}
                        onPress={() => setShown(state)}
                      >
                        {text.showNotice}
                      </Button>
                    ),
                },
              ]}
            />
            <Pager
              isFirst={values.cursor === ''}
              nextCursor={headers.get('next-cursor')}
              onGo={(cursor) => set({ cursor: cursor ?? '' })}
            />
          </>
        )}
      </Load>
      <Dialog
        title={
          shown === null
            ? ''
            : text.noticeTitle(shown.profileName, shown.profileVersion, formats.language(shown.locale))
        }
        size="large"
        isOpen={shown !== null}
        onClose={() => setShown(null)}
      >
        {shown !== null && (
          <Notice profileId={shown.profileId} version={String(shown.profileVersion)} locale={shown.locale} />
        )}
      </Dialog>
    </Panel>
  );
}

function What({ state: { consentJson, profileId, decided, gpcDetected } }: { readonly state: State }) {
  const text = useWords(words);
  return (
    <span className="row">
      {decided ? (
        <DecisionChips decision={consentJson} profileId={profileId} />
      ) : (
        <span className="muted">{text.notDecided}</span>
      )}
      {gpcDetected && <Chip tone="info">GPC</Chip>}
    </span>
  );
}

/** Which banner was shown, under which rules, where. */
function Shown({
  state: { profileName, profileVersion, locale, complianceGroup, country },
}: {
  readonly state: State;
}) {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const formats = useFormats();
  const rules = complianceGroup === null ? [] : [groups[complianceGroup] ?? complianceGroup];
  const place = country === null ? [] : [formats.country(country)];
  return (
    <>
      {text.versionIn(profileName, profileVersion, formats.language(locale))}
      <span className="muted small block">{[...rules, ...place].join(' · ')}</span>
    </>
  );
}

function How({ state: { method, source, by, ownershipProven } }: { readonly state: State }) {
  const text = useWords(words);
  const { methods, sources, server } = useWords(consentWords);
  return (
    <>
      {method === undefined ? sources[source] : methods[method]}
      {by === 'apiKey' && ` (${server})`}
      {by === 'visitor' && !ownershipProven && <span className="muted small block">{text.notProven}</span>}
    </>
  );
}

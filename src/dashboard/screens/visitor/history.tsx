import { useState } from 'react';
import { type DataOf, useAnswer } from '../../api/use-resource';
import { useAddress } from '../../app/use-address';
import { Button, Chip, Dialog, Load, Pager, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { DecisionChips } from '../consents/decision-chips';
import { words as consentWords } from '../consents/words';
import { ShownNotice } from './shown-notice';
import { useShownNames } from './use-notice';
import { words } from './words';

type State = DataOf<'getVisitorConsentHistory'>[number];

/** Every state of a record, the newest first, with what the visitor read. */
export function History({
  visitorId,
  profileId,
}: {
  readonly visitorId: string;
  readonly profileId: string;
}) {
  const names = useShownNames({ visitorId, profileId });
  const text = useWords(words);
  const { banner } = useSharedWords();
  const formats = useFormats();
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
                {
                  id: 'what',
                  title: text.what,
                  cell: (state) => (
                    <What
                      state={state}
                      before={data[data.indexOf(state) + 1]}
                      names={names}
                      isOfBanner={state.profileId === profileId}
                    />
                  ),
                },
                {
                  id: 'banner',
                  title: banner,
                  from: 'medium',
                  cell: (state) => <Shown state={state} />,
                },
                {
                  id: 'how',
                  title: text.who,
                  from: 'medium',
                  isBelow: true,
                  cell: (state) => <How state={state} />,
                },
                {
                  id: 'notice',
                  title: text.notice,
                  isTitleHidden: true,
                  isNumber: true,
                  from: 'medium',
                  isBelow: true,
                  cell: (state) => (
                    <span className="nowrap">
                      <Button
                        aria-label={text.showNoticeOf(formats.dateTime(state.createdAt))}
                        onPress={() => setShown(state)}
                      >
                        {text.showNotice}
                      </Button>
                    </span>
                  ),
                },
              ]}
            />
            <Pager
              cursor={values.cursor}
              nextCursor={headers.get('next-cursor')}
              onGo={(next) => set({ cursor: next })}
            />
          </>
        )}
      </Load>
      <Dialog
        title={
          shown === null
            ? ''
            : text.noticeTitle(shown.profileName, nameVersion(shown), formats.language(shown.locale))
        }
        size="large"
        isOpen={shown !== null}
        onClose={() => setShown(null)}
      >
        {shown !== null && <ShownNotice state={{ visitorId, revision: shown.revision }} />}
      </Dialog>
    </Panel>
  );
}

function What({
  state,
  before,
  names,
  isOfBanner,
}: {
  readonly state: State;
  /** The state before it; undefined: there is none on this page. */
  readonly before: State | undefined;
  readonly names: ReturnType<typeof useShownNames>;
  /** Whether the names are those of the state's banner. */
  readonly isOfBanner: boolean;
}) {
  const text = useWords(words);
  const formats = useFormats();
  const { consentJson, services = {}, profileId, decided, gpcDetected, source } = state;
  const changed =
    before === undefined
      ? []
      : [
          ...differences(before.consentJson, consentJson).map(names.category),
          ...differences(before.services ?? {}, services).map(names.service),
        ];
  return (
    <>
      <span className="row">
        {decided ? (
          <DecisionChips decision={consentJson} profileId={profileId} {...(isOfBanner ? { names } : {})} />
        ) : (
          <span className="muted">{source === 'account' ? text.nowFollows : text.notDecided}</span>
        )}
        {gpcDetected && <Chip tone="info">GPC</Chip>}
      </span>
      {changed.length > 0 && <span className="muted small block">{text.changed(formats.list(changed))}</span>}
    </>
  );
}

/** Returns the keys with another value in the second object. */
function differences(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => before[key] !== after[key],
  );
}

/** Returns the number of the version, with the variant that the visitor saw: `7B`. */
export const nameVersion = ({
  profileVersion,
  variant = '',
}: {
  readonly profileVersion: number;
  readonly variant?: string;
}): string => `${profileVersion}${variant}`;

/** The banner, the rules and the place of a state. */
function Shown({ state }: { readonly state: State }) {
  const { profileName, locale, complianceGroup, country } = state;
  const text = useWords(words);
  const { groups } = useSharedWords();
  const formats = useFormats();
  const rules = complianceGroup === null ? [] : [groups[complianceGroup] ?? complianceGroup];
  const place = country === null ? [] : [formats.country(country)];
  return (
    <>
      {text.versionIn(profileName, nameVersion(state), formats.language(locale))}
      <span className="muted small block">{[...rules, ...place].join(' · ')}</span>
    </>
  );
}

/** Who made the decision, and how. */
function How({
  state: { method, source, by, apiKeyId, ownershipProven, deviceId },
}: {
  readonly state: State;
}) {
  const text = useWords(words);
  const { methods, sources } = useWords(consentWords);
  const who = { visitor: text.byVisitor, apiKey: text.byServer, import: text.byImport }[by];
  return (
    <>
      {who}
      <span className="muted small block">{method === undefined ? sources[source] : methods[method]}</span>
      {apiKeyId !== undefined && <span className="muted small mono block">{apiKeyId}</span>}
      {method !== undefined && source === 'account' && (
        <span className="muted small block">{sources.account}</span>
      )}
      {deviceId !== undefined && (
        <span className="muted small block" title={deviceId}>
          {text.deviceOf(deviceId.slice(0, 8))}
        </span>
      )}
      {by === 'visitor' && !ownershipProven && <span className="muted small block">{text.notProven}</span>}
    </>
  );
}

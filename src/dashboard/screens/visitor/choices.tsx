import type { DataOf } from '../../api/use-resource';
import { Chip, type Column, Panel, Table } from '../../components';
import { useWords } from '../../words';
import { words as consentWords } from '../consents/words';
import { useShownNames } from './use-notice';
import { words } from './words';

type Consent = DataOf<'getVisitorConsent'>;
type State = Consent['consentJson'][string];
interface Row {
  readonly id: string;
  readonly decided: State;
  /** Undefined: the banner no longer exists, so nothing applies. */
  readonly applies: State | undefined;
}

/** The decision about each category and its services, and what applies of it now. */
export function Choices({ consent }: { readonly consent: Consent }) {
  const text = useWords(words);
  const names = useShownNames(consent);
  const {
    consentJson,
    effectiveConsent,
    parentalDenied = [],
    services = {},
    effectiveServices = services,
  } = consent;
  const rows = Object.entries(consentJson).map(([id, decided]) => ({
    id,
    decided,
    applies: effectiveConsent?.[id],
  }));
  const columns: readonly Column<Row>[] = [
    {
      id: 'category',
      title: text.category,
      cell: ({ id }) => (
        <>
          <span lang={names.lang}>{names.category(id)}</span>
          {names.servicesOf(id, services).map(([key, isAllowed]) => (
            <span key={key} className="plain small block">
              <span lang={names.lang}>{names.service(key)}</span>:{' '}
              {isAllowed ? text.serviceAllowed : text.serviceRefused}
              {effectiveServices[key] !== isAllowed && ` (${text.notInForce})`}
            </span>
          ))}
        </>
      ),
    },
    {
      id: 'decided',
      title: text.decided,
      cell: ({ id, decided }) =>
        names.isMandatory(id) ? (
          <Chip>{text.alwaysOn}</Chip>
        ) : (
          <StateChip state={decided} services={names.servicesOf(id, services)} />
        ),
    },
    {
      id: 'applies',
      title: text.holds,
      from: 'medium',
      isBelow: true,
      cell: ({ id, applies }) =>
        applies === undefined ? (
          text.noBanner
        ) : names.isMandatory(id) ? (
          <Chip>{text.alwaysOn}</Chip>
        ) : (
          <span className="row">
            <StateChip state={applies} services={names.servicesOf(id, effectiveServices)} />
            {parentalDenied.includes(id) && <span className="muted small">{text.parentRefused}</span>}
          </span>
        ),
    },
  ];
  return (
    <Panel title={text.choices} isFlush={rows.length > 0}>
      {rows.length === 0 ? (
        <p>{text.noticeOnly}</p>
      ) : (
        <Table label={text.choices} rows={rows} keyOf={({ id }) => id} columns={columns} />
      )}
    </Panel>
  );
}

/** A category counts as granted only when all of its services are. */
function StateChip({
  state,
  services,
}: {
  readonly state: State;
  readonly services: readonly (readonly [key: string, isAllowed: boolean])[];
}) {
  const text = useWords(words);
  const { states } = useWords(consentWords);
  if (state !== 'granted' && services.some(([, isAllowed]) => isAllowed)) return <Chip>{text.partly}</Chip>;
  return <Chip tone={state === 'granted' ? 'ok' : 'neutral'}>{states[state]}</Chip>;
}

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import {
  AtOnce,
  Button,
  Checkbox,
  Chip,
  ErrorNotice,
  Facts,
  Load,
  Notice,
  Page,
  Panel,
  useTell,
} from '../../components';
import { config } from '../../config';
import { useFormats, useSharedWords, useWords } from '../../words';
import { StringReader } from './string-reader';
import { words } from './words';

type Tcf = DataOf<'getTcfRegistration'>;
type Gpp = DataOf<'getGppRegistration'>;

/** The registrations that the IAB's frameworks require, and a reader for strings. */
export default function Frameworks() {
  const text = useWords(words);
  return (
    <Page title={text.title} intro={text.intro}>
      <AtOnce>
        <TcfPanel />
        <GppPanel />
        <StringReader />
      </AtOnce>
    </Page>
  );
}

function TcfPanel() {
  const text = useWords(words);
  const formats = useFormats();
  const status = useResource('getTcfRegistration', undefined, { enabled: config.tcf });
  const confirm = useAction('confirmTcfRegistration', ['getTcfRegistration']);
  return (
    <FrameworkPanel title="TCF" isOn={config.tcf} disabledText={text.tcfDisabled} of={status}>
      {(tcf) => (
        <Registration
          state={tcf}
          isPending={confirm.isPending}
          error={confirm.error}
          onConfirm={(onSuccess) => confirm.mutate({ body: { acknowledge: true } }, { onSuccess })}
          facts={[
            { name: text.cmpId, value: tcf.draft.cmpId },
            { name: text.cmpVersion, value: tcf.draft.cmpVersion },
            { name: text.publisherCountry, value: formats.country(tcf.draft.publisherCC) },
            { name: text.cmpList, value: <RegistryState registry={tcf.registry} /> },
          ]}
        />
      )}
    </FrameworkPanel>
  );
}

function GppPanel() {
  const text = useWords(words);
  const { states } = useSharedWords();
  const status = useResource('getGppRegistration', undefined, { enabled: config.gpp });
  const confirm = useAction('confirmGppRegistration', ['getGppRegistration']);
  return (
    <FrameworkPanel title="GPP" isOn={config.gpp} disabledText={text.gppDisabled} of={status}>
      {(gpp) => (
        <Registration
          state={gpp}
          isPending={confirm.isPending}
          error={confirm.error}
          onConfirm={(onSuccess) => confirm.mutate({ body: { acknowledge: true } }, { onSuccess })}
          facts={[
            { name: text.cmpId, value: gpp.draft.cmpId ?? states.none },
            { name: text.sections, value: gpp.draft.sections.join(', ') || states.none },
            { name: text.mspa, value: mspaText(gpp.draft.mspa, text) },
          ]}
        />
      )}
    </FrameworkPanel>
  );
}

/** States that a framework is switched off, or shows its registration. */
function FrameworkPanel<Data>({
  title,
  isOn,
  disabledText,
  of: query,
  children,
}: {
  readonly title: string;
  readonly isOn: boolean;
  readonly disabledText: string;
  readonly of: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}) {
  return (
    <Panel title={title}>
      {isOn ? <Load of={query}>{children}</Load> : <p className="muted">{disabledText}</p>}
    </Panel>
  );
}

const tones = { confirmed: 'ok', changed: 'warn', unconfirmed: 'warn' } as const;

function Registration({
  state: { status, confirmed },
  facts,
  isPending,
  error,
  onConfirm,
}: {
  readonly state: Tcf | Gpp;
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onConfirm: (onSuccess: () => void) => void;
}) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const { can } = useSession();
  const tell = useTell();
  const [isChecked, setChecked] = useState(false);
  return (
    <div className="stack">
      <Facts
        items={[
          { name: text.state, value: <Chip tone={tones[status]}>{text.states[status]}</Chip> },
          ...facts,
          ...(confirmed === null
            ? []
            : [
                {
                  name: text.confirmed,
                  value: text.confirmedBy(
                    formats.dateTime(confirmed.confirmedAt),
                    confirmed.confirmedBy ?? states.unknown,
                  ),
                },
              ]),
        ]}
      />
      {status !== 'confirmed' && can('registrations:confirm') && (
        <>
          <Notice>{status === 'changed' ? text.changedText : text.unconfirmedText}</Notice>
          <Checkbox isSelected={isChecked} onChange={setChecked}>
            {text.compared}
          </Checkbox>
          <div className="row">
            <Button
              isDisabled={!isChecked}
              isPending={isPending}
              onPress={() => onConfirm(() => tell(text.isConfirmed))}
            >
              {text.confirm}
            </Button>
          </div>
        </>
      )}
      <ErrorNotice error={error} />
    </div>
  );
}

const registryTones = {
  registered: 'ok',
  deregistered: 'danger',
  not_found: 'danger',
  unavailable: 'warn',
} as const;

function RegistryState({ registry }: { readonly registry: Tcf['registry'] }) {
  const text = useWords(words);
  const formats = useFormats();
  return (
    <>
      <Chip tone={registryTones[registry.status]}>{text.registry[registry.status]}</Chip> {registry.name}
      {registry.checkedAt !== null && (
        <span className="muted small block">{text.checked(formats.relative(registry.checkedAt))}</span>
      )}
    </>
  );
}

function mspaText(
  mspa: Gpp['draft']['mspa'],
  text: { readonly mspaOff: string; readonly mspaModes: MspaModes },
) {
  if (mspa === null) return text.mspaOff;
  const modes = (Object.keys(mspa) as (keyof typeof mspa)[]).filter((mode) => mspa[mode]);
  return modes.map((mode) => text.mspaModes[mode]).join(', ') || text.mspaOff;
}

type MspaModes = Readonly<Record<keyof NonNullable<Gpp['draft']['mspa']>, string>>;

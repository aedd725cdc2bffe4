import { type DataOf, useResource } from '../../api/use-resource';
import { Chip, Load, Panel, Table } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

type Checks = DataOf<'getSetupConfig'>['readiness'];
type Row = Checks[keyof Checks] & { readonly id: keyof Checks };

/** The state of the installation, and the remaining tasks of the person who runs the server. */
export function Readiness() {
  const text = useWords(words);
  const describe = useCheckDescription();
  const setup = useResource('getSetupConfig');
  return (
    <Panel title={text.readiness} isFlush>
      <Load of={setup} rows={8}>
        {({ readiness }) => (
          <Table
            label={text.readiness}
            rows={rowsOf(readiness)}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'check',
                title: text.check,
                cell: (check) => (
                  <>
                    {text.checks[check.id] ?? check.id}
                    <span className="muted small block">{describe(check)}</span>
                    {!check.ok && (
                      <span className="muted small block" lang="en">
                        {check.message}
                      </span>
                    )}
                  </>
                ),
              },
              {
                id: 'state',
                title: text.state,
                isNumber: true,
                cell: ({ ok, unused }) =>
                  unused ? (
                    <Chip>{text.unused}</Chip>
                  ) : ok ? (
                    <Chip tone="ok">{text.ok}</Chip>
                  ) : (
                    <Chip tone="warn">{text.open}</Chip>
                  ),
              },
            ]}
          />
        )}
      </Load>
    </Panel>
  );
}

/** Returns a function that says in our words how a part is. What to do is in the service's message, in English. */
export function useCheckDescription() {
  const { details } = useWords(words);
  return ({ id, ok, unused }: Pick<Row, 'id' | 'ok' | 'unused'>): string | undefined =>
    details[id]?.[unused ? 'unused' : ok ? 'ok' : 'open'];
}

const rowsOf = (checks: Checks): Row[] =>
  Object.entries(checks).map(([id, check]) => ({ id: id as keyof Checks, ...check }));

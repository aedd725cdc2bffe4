import { type DataOf, useResource } from '../../api/use-resource';
import { Chip, Load, Panel, Table } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

type Checks = DataOf<'getSetupConfig'>['readiness'];
type Row = Checks[keyof Checks] & { readonly id: keyof Checks };

/** The state of the installation, and the remaining tasks of the person who runs the server. */
export function Readiness() {
  const text = useWords(words);
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
                cell: ({ id, message }) => (
                  <>
                    {text.checks[id] ?? id}
                    <span className="muted small block" lang="en">
                      {message}
                    </span>
                  </>
                ),
              },
              {
                id: 'state',
                title: text.state,
                isNumber: true,
                cell: ({ ok }) =>
                  ok ? <Chip tone="ok">{text.ok}</Chip> : <Chip tone="warn">{text.open}</Chip>,
              },
            ]}
          />
        )}
      </Load>
    </Panel>
  );
}

const rowsOf = (checks: Checks): Row[] =>
  Object.entries(checks).map(([id, check]) => ({ id: id as keyof Checks, ...check }));

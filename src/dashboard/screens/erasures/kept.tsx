import { Facts, Panel } from '../../components';
import { config } from '../../config';
import { useWords } from '../../words';
import { keptWords } from './kept-words';

/** How long data is kept, for the question that a regulator asks. */
export function Kept() {
  const text = useWords(keptWords);
  const { history, inactiveVisitors, erasures } = config.retention;
  return (
    <Panel title={text.title}>
      <div className="stack">
        <Facts
          items={[
            {
              name: text.choices,
              value: inactiveVisitors === null ? text.untilErased : text.inactive(inactiveVisitors),
            },
            { name: text.states, value: history === null ? text.asTheChoice : text.superseded(history) },
            { name: text.certificates, value: text.certificatesKept(erasures) },
            { name: text.sums, value: text.sumsKept },
            { name: text.audit, value: text.auditKept },
          ]}
        />
        <p className="muted small">{text.changed}</p>
      </div>
    </Panel>
  );
}

import { useResource } from '../../api/use-resource';
import { useAddress } from '../../app/use-address';
import { CodeBlock, Empty, Load, Pager, Panel, SelectField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { readStatus, statuses } from './finding';
import { FindingTable } from './finding-table';
import { words } from './words';

/** Every finding, page by page, with the decision about it. */
export function AllFindings() {
  const text = useWords(words);
  const { states } = useSharedWords();
  const { values, set } = useAddress(['status', 'cursor']);
  const { cursor } = values;
  const isAll = values.status === 'all';
  const status = readStatus(values.status) ?? 'open';
  const findings = useResource(
    'listFindings',
    { query: { limit: 50, ...(isAll ? {} : { status }), ...(cursor === '' ? {} : { cursor }) } },
    { keepPrevious: true },
  );
  return (
    <>
      <div className="form-line">
        <SelectField
          label={text.decision}
          value={isAll ? 'all' : status}
          onChange={(next) => set({ status: next, cursor: '' })}
          options={[
            ...statuses.map((value) => ({ value, label: text.statuses[value] })),
            { value: 'all', label: states.all },
          ]}
        />
      </div>
      <Panel isFlush={(findings.data?.items.length ?? 0) > 0}>
        <Load of={findings} rows={6}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <NoFindings isOpen={!isAll && status === 'open'} />
            ) : (
              <>
                <FindingTable findings={items} isStale={findings.isPlaceholderData} />
                <Pager cursor={cursor} nextCursor={nextCursor} onGo={(next) => set({ cursor: next })} />
              </>
            )
          }
        </Load>
      </Panel>
    </>
  );
}

/** Says how findings come about, as an empty list can mean that nobody looks. */
export function NoFindings({ isOpen }: { readonly isOpen: boolean }) {
  const text = useWords(words);
  if (!isOpen) return <Empty title={text.none} />;
  return (
    <Empty title={text.noneOpen}>
      <div className="stack">
        <p>{text.noneText}</p>
        <CodeBlock label={text.code} text="app.use(consent.guard());" />
      </div>
    </Empty>
  );
}

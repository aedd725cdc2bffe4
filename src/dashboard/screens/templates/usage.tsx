import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { Empty, Load, Panel, Table } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { words } from './words';

/** The banners that use a template. */
export function Usage({
  operation,
  id,
}: {
  readonly operation: 'listUiTemplateProfiles' | 'listConsentTemplateProfiles';
  readonly id: string;
}) {
  const text = useWords(words);
  const usage = useResource(operation, { params: { id } });
  return (
    <Panel title={text.usedBy} isFlush>
      <Load of={usage} rows={2}>
        {(profiles) => <UsageTable profiles={profiles} />}
      </Load>
    </Panel>
  );
}

function UsageTable({ profiles }: { readonly profiles: DataOf<'listUiTemplateProfiles'> }) {
  const text = useWords(words);
  const { groups, states } = useSharedWords();
  if (profiles.length === 0) return <Empty title={text.unused} />;
  return (
    <Table
      label={text.usedBy}
      rows={profiles}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          title: text.banner,
          cell: ({ id, name }) => <Link href={`/banners/${id}`}>{name}</Link>,
        },
        {
          id: 'group',
          title: text.group,
          from: 'medium',
          cell: ({ complianceGroup: group }) => (group === null ? states.none : (groups[group] ?? group)),
        },
        { id: 'live', title: text.live, cell: ({ isActive }) => (isActive ? states.yes : states.no) },
      ]}
    />
  );
}

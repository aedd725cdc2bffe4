import { useState } from 'react';
import {
  AtOnce,
  Button,
  Chip,
  CodeBlock,
  type Column,
  Empty,
  ErrorNotice,
  Facts,
  Icon,
  Notice,
  PageNumbers,
  Pager,
  Panel,
  SearchedFrom,
  Skeleton,
  type Sort,
  Table,
} from '../../src/dashboard/components';
import { icons } from '../../src/dashboard/components/icon';
import type { Story } from './story';

const nothing = () => {};
const tones = ['info', 'ok', 'warn', 'danger'] as const;

function Messages() {
  return (
    <>
      {tones.map((tone) => (
        <Notice key={tone} tone={tone} title={`A notice: ${tone}`} action={<Button>Review</Button>}>
          “Shop banner” lacks two texts in German and French.
        </Notice>
      ))}
      <Notice>A notice without a title.</Notice>
      <ErrorNotice error={new Error('The file is too large.')} onRetry={nothing} />
      <SearchedFrom time="2026-11-22T10:00:00.000Z" onGoOn={nothing} />
      <div className="row">
        {(['neutral', ...tones] as const).map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
      </div>
      <Empty title="No keys yet" action={<Button variant="primary">Create key</Button>}>
        Websites need none.
      </Empty>
      <Skeleton rows={3} />
    </>
  );
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly consents: number;
}

const rows: readonly Row[] = [
  { id: '1', name: 'Shop banner', group: 'Opt-in', consents: 120_431 },
  { id: '2', name: 'Shop banner for the United States of America', group: 'Strict opt-out', consents: 98 },
  { id: '3', name: 'Datenschutzgrundverordnungsbanner', group: 'Notice only', consents: 0 },
];

const columns: readonly Column<Row>[] = [
  { id: 'name', title: 'Banner', cell: ({ name }) => <a href="/">{name}</a>, isSortable: true },
  { id: 'group', title: 'Group', cell: ({ group }) => group, from: 'medium', isBelow: true },
  { id: 'status', title: 'Status', cell: () => <Chip tone="ok">Live v3</Chip> },
  {
    id: 'consents',
    title: 'Consents',
    cell: ({ consents }) => consents.toLocaleString('en'),
    isNumber: true,
    isSortable: true,
  },
  {
    id: 'actions',
    title: 'Actions',
    isTitleHidden: true,
    cell: () => <Button variant="quiet" icon="more" aria-label="More actions" />,
  },
];

function Tables() {
  const [sort, setSort] = useState<Sort>({ by: 'name', isDown: false });
  const [page, setPage] = useState(2);
  const table = { columns, rows, keyOf: ({ id }: Row) => id };
  return (
    <>
      <Table label="Banners" {...table} sort={sort} onSort={setSort} />
      <Table label="Banners that are loading" {...table} isStale />
      <PageNumbers page={page} perPage={10} total={45} onGo={setPage} />
      <Pager cursor="this" nextCursor="next" onGo={nothing} />
      <Pager cursor="" nextCursor="next" onGo={nothing} />
    </>
  );
}

function Panels() {
  return (
    <>
      <Panel title="Panel with actions" actions={<Button>Change</Button>}>
        <Facts
          items={[
            { name: 'Visitor', value: <span className="mono">0198c0de-7a11-4b5e-9d0f-5c0ffee15bad</span> },
            { name: 'Decision', value: 'Everything refused' },
            { name: 'Valid until', value: '22 November 2027' },
          ]}
        />
      </Panel>
      <Panel title="Flush panel" isFlush>
        <Table label="Banners in a flush panel" columns={columns} rows={rows} keyOf={({ id }) => id} />
      </Panel>
      <CodeBlock
        label="Script tag"
        text={'<script src="https://shop.example/svc/widget.js" data-lang="en" async></script>'}
      />
      <AtOnce>
        <p>This part has loaded.</p>
      </AtOnce>
    </>
  );
}

function Icons() {
  return (
    <div className="row">
      {icons.map((name) => (
        <span key={name} className="row" style={{ inlineSize: '8.5rem' }}>
          <Icon name={name} /> <span className="small">{name}</span>
        </span>
      ))}
    </div>
  );
}

export const contentStories: readonly Story[] = [
  { title: 'Messages', Content: Messages },
  { title: 'Tables and pages', Content: Tables },
  { title: 'Panels, facts and code', Content: Panels },
  { title: 'Icons', Content: Icons },
];

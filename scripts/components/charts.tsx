import { Bars, StackedDays } from '../../src/dashboard/charts';
import type { Story } from './story';

const days = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 9, 24 + index)).toISOString().slice(0, 10),
);
const kinds = [
  { id: 'accepted', label: 'Everything accepted' },
  { id: 'saved', label: 'Partly accepted' },
  { id: 'refused', label: 'Everything refused' },
  { id: 'closed', label: 'Closed the banner' },
  { id: 'noAnswer', label: 'No answer' },
];
const series = kinds.map((kind, part) => ({
  ...kind,
  values: days.map((_, day) => Math.round((part + 1) * (60 + 40 * Math.sin(day / 3 + part)))),
}));

function Charts() {
  return (
    <>
      <StackedDays
        days={days}
        series={series}
        sentence="Decisions in this period: 10,800; everything accepted: 17 %."
        marks={[{ day: '2026-11-05', label: 'Nov 5: Shop banner v3' }]}
      />
      <StackedDays
        days={days.slice(0, 3)}
        series={kinds.map((kind) => ({ ...kind, values: [0, 0, 0] }))}
        sentence="No decisions in these three days."
      />
      <Bars
        items={[
          { id: 'necessary', label: 'Necessary', share: 1 },
          { id: 'statistics', label: 'Statistics', share: 0.612 },
          {
            id: 'long',
            label: 'Marketing and personalised advertising on other sites and in apps',
            share: 0.07,
          },
          { id: 'none', label: 'Nobody has answered', share: null },
        ]}
      />
    </>
  );
}

export const chartStories: readonly Story[] = [{ title: 'Charts', Content: Charts }];

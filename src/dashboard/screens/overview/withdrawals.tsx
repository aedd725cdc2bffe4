import { StackedDays } from '../../charts';
import { Panel } from '../../components';
import { useFormats, useWords } from '../../words';
import type { Statistics } from './use-overview-search';
import { visitWords } from './visit-words';

/** How many consents were withdrawn on each day. */
export function Withdrawals({ statistics: { banners } }: { readonly statistics: Statistics }) {
  const text = useWords(visitWords);
  const formats = useFormats();
  if (banners.withdrawn === 0) return null;
  return (
    <Panel title={text.withdrawals}>
      <StackedDays
        days={banners.days.map(({ date }) => date)}
        series={[
          { id: 'withdrawn', label: text.steps.withdrawn, values: banners.days.map((day) => day.withdrawn) },
        ]}
        sentence={text.withdrawn(banners.withdrawn, formats.number(banners.withdrawn))}
      />
    </Panel>
  );
}

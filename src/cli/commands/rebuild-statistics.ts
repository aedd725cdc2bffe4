import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';

export const rebuildStatistics = defineCommand({
  name: 'rebuild-statistics',
  summary: 'Count the statistics anew from the records; the service may run meanwhile',
  options: serviceOptions,
  notes: [
    'Sums of current records become what the records come to. Sums of days are lifted to what the history shows and never',
    'lowered, since decisions of erased visitors stay counted. Ended early, it leaves the statistics as they were.',
  ],
  async run({ open, print, withProgress }) {
    const { operations } = (await open()).service;
    const records = await withProgress('Counting', (report) => operations.statistics.rebuild(report));
    print(`Counted ${records} records.`);
    return 0;
  },
});

import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';

export const rebuildStatistics = defineCommand({
  name: 'rebuild-statistics',
  summary: 'Count the statistics anew from the records; the service may run meanwhile',
  options: serviceOptions,
  notes: [
    'Sums of current records are counted again. Sums of days are raised to what the history shows and never lowered, since decisions of erased visitors stay counted. If it is interrupted, the statistics stay as they were.',
  ],
  async run({ open, print, withProgress }) {
    const { operations } = (await open()).service;
    const records = await withProgress('Counting', (report) => operations.statistics.rebuild(report));
    print(`Counted ${records} records.`);
    return 0;
  },
});

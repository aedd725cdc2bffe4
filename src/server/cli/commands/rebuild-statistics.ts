import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';

export const rebuildStatistics = defineCommand({
  name: 'rebuild-statistics',
  summary: 'Rebuild the statistics from the records; the service can run at the same time',
  options: serviceOptions,
  notes: [
    'Totals of current records are computed again. Daily totals are only ever raised to match the history, because they include decisions of visitors who were erased since. If the command is interrupted, the statistics stay unchanged.',
  ],
  async run({ open, print, withProgress }) {
    const { operations } = (await open()).service;
    const records = await withProgress('Counting', (report) => operations.statistics.rebuild(report));
    print(`Counted ${records} records.`);
    return 0;
  },
});

import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';

export const restored = defineCommand({
  name: 'restored',
  summary: 'Prepare a database that was restored, or that lost its last changes in a failover',
  options: serviceOptions,
  notes: [
    'New versions and publications skip a random number of 1,000 or more, which the lost state may have used. Every group is published again, so that processes, mirrors and caches drop what was lost. The service can run at the same time. Use the configuration of the app, which names the storage and `hotServe.purge`.',
    'Erasures and withdrawals after the backup need steps of their own: see “Backups” in the guide.',
  ],
  async run({ open, print, withProgress }) {
    const { service, config } = await open();
    const profiles = await withProgress('Publishing again', () => service.operations.afterRestore());
    print(`${profiles} profiles prepared; their next versions skip 1,000 numbers or more.`);
    print(
      config.hotServe?.purge === undefined
        ? 'Purge caches in front of the published files yourself: `hotServe.purge` is not configured.'
        : 'The app calls `hotServe.purge` for every group while it runs.',
    );
    return 0;
  },
});

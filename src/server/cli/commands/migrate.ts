import { defineCommand } from '../command';
import { serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'Run database migrations, or show their status',
  options: {
    ...serviceOptions,
    status: {
      type: 'boolean',
      description: 'Only list the migrations; exits with 1 when some are pending, or unknown to this version',
    },
    down: {
      type: 'boolean',
      description:
        'Remove every table of the service, including consents and audit log; requires --delete-all-data',
    },
    'delete-all-data': { type: 'boolean', description: 'Confirm --down' },
  },
  async run({ options, open, print, notify }) {
    if (options.status && options.down) throw new UsageError('Use either --status or --down, not both');
    if (options['delete-all-data'] && !options.down)
      throw new UsageError('--delete-all-data applies only with --down');
    if (options.down && !options['delete-all-data']) {
      throw new UsageError(
        '--down removes every consent record and the audit log, which are your evidence. Add --delete-all-data to confirm',
      );
    }
    const { migrations } = (
      await open({ mayLackMigrations: true, mayCreate: !options.status && !options.down })
    ).service.operations;
    if (options.down) {
      await migrations.down();
      print('Every table of the service has been removed.');
      return 0;
    }
    if (options.status) {
      const list = await migrations.list();
      for (const { name, state } of list) print(`${state.padEnd(7)}  ${name}`);
      const unknown = list.filter(({ state }) => state === 'unknown').map(({ name }) => name);
      if (unknown.length > 0) notify(migrations.describeUnknown(unknown));
      return list.every(({ state }) => state === 'done') ? 0 : 1;
    }
    const ran = await migrations.up().catch((error: Error) => {
      // Migration statements contain no visitor data.
      throw new UsageError(`The migration failed: ${error.message}`);
    });
    print(ran.length === 0 ? 'The database is up to date.' : `Ran ${ran.join(', ')}.`);
    return 0;
  },
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withDeadline } from '../../kernel/concurrency/deadline';
import { defineCommand } from '../command';
import { variable } from '../environment';
import { serviceOptions } from '../open-service';
import { wholeNumber } from '../options';
import { UsageError } from '../usage-error';

/** Time for which the last answers may take to reach their clients (ms). */
const lastAnswersMs = 1000;

export const serve = defineCommand({
  name: 'serve',
  summary: 'Run the service on its own in a minimal Express app',
  options: {
    ...serviceOptions,
    port: {
      type: 'string',
      short: 'p',
      value: 'PORT',
      description: 'Port to listen on (default: 3000; 0 uses a free port)',
      variable: variable('PORT'),
    },
    host: {
      type: 'string',
      value: 'ADDRESS',
      description: 'Address to listen on (default: 127.0.0.1)',
      variable: variable('HOST'),
    },
    'base-path': {
      type: 'string',
      value: 'PATH',
      description: 'Base path of both APIs (default: from the configuration, else /svc)',
    },
    'no-dashboard': {
      type: 'boolean',
      description: 'Serve both APIs without the dashboard',
    },
  },
  notes: ['Ctrl-C or SIGTERM stops the service after the requests in progress are complete.'],
  async run({ options, open, print, interrupted }) {
    const port = wholeNumber(options.port ?? '3000', '--port', 0, 65_535);
    const { default: express } = await import('express');
    const { service, config } = await open({
      mayCreate: true,
      mayLackMigrations: true,
      serves: true,
      override: (loaded) => {
        const basePath = options['base-path'] ?? loaded.basePath ?? '/svc';
        return {
          basePath,
          dashboard: {
            enabled: true,
            ...(basePath === '' && { path: '/consent-admin/' }),
            ...loaded.dashboard,
            ...(options['no-dashboard'] && { enabled: false }),
          },
        };
      },
    });
    const end = interrupted();
    const app = express();
    app.disable('x-powered-by');
    app.use(service.publicRouter, service.adminRouter);

    await service.start();
    const server = createServer(app);
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'EADDRINUSE' ? new UsageError(`Port ${port} is already in use`) : error),
      );
      server.listen(port, options.host ?? '127.0.0.1', resolve);
    });
    const { address, family, port: actualPort } = server.address() as AddressInfo;
    const origin = `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`;
    const { basePath = '/svc', dashboard } = config;
    print(`Public API: ${origin}${basePath}/api/v1`);
    print(`Admin API:  ${origin}${basePath}/admin/v1`);
    if (dashboard?.enabled) print(`Dashboard:  ${origin}${basePath}${dashboard.path ?? '/'}`);

    await end;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    // The service now returns 503 and waits for running requests.
    await service.close();
    server.closeIdleConnections();
    await withDeadline(lastAnswersMs, closed, () => server.closeAllConnections());
    await closed;
    return 0;
  },
});

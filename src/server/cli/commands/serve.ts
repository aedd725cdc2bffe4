import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withDeadline } from '#platform/kernel/concurrency/deadline';
import { loadOptional } from '#platform/kernel/optional-dependency';
import type { InternalService } from '#service/consent-service';
import { defineCommand } from '../command';
import { lacksAdminEmail, variable } from '../environment';
import { getConfigFile, serviceOptions } from '../open-service';
import { wholeNumber } from '../options';
import { UsageError } from '../usage-error';

/** Time for which the last answers may take to reach their clients (ms). */
const lastAnswersMs = 1000;

const withProof = 'visitors can read and change only their own consent, with the proof in a cookie';
const withoutProof =
  'who knows a visitor id can read, change and erase that consent. See docs/guide/visitor-cookies.md#proof-of-ownership';

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
    'metrics-port': {
      type: 'string',
      value: 'PORT',
      description:
        'Separate port for the Prometheus metrics at /metrics; keep it private (needs prom-client)',
      variable: variable('METRICS_PORT'),
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
  async run({ options, open, environment, print, interrupted }) {
    if (getConfigFile(options, environment) === undefined && lacksAdminEmail(environment))
      throw new UsageError(
        `${variable('ADMIN_EMAIL')} is required when ${variable('ADMIN_PASSWORD')} is set: set both, or neither once the operator exists`,
      );
    const port = wholeNumber(options.port ?? '3000', '--port', 0, 65_535);
    const metricsPort =
      options['metrics-port'] === undefined
        ? null
        : wholeNumber(options['metrics-port'], '--metrics-port', 0, 65_535);
    const { default: express } = await import('express');
    const { service, config } = await open({
      mayCreate: true,
      mayLackMigrations: true,
      serves: true,
      override: (loaded) => {
        const basePath = options['base-path'] ?? loaded.basePath ?? '/svc';
        return {
          // Also with the configuration of functions, for which this process does the work.
          background: true,
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

    const listening: Listening[] = [];
    const listen = async (listener: RequestListener, at: number) => {
      const one = await startListening(listener, at, options.host ?? '127.0.0.1');
      listening.push(one);
      return one.origin;
    };
    try {
      const readMetrics = metricsPort === null ? null : await metricsListener(service);
      await service.start();
      const origin = await listen(app, port);
      const { basePath = '/svc', dashboard } = config;
      print(`Public API: ${origin}${basePath}/api/v1`);
      print(`Admin API:  ${origin}${basePath}/admin/v1`);
      if (dashboard?.enabled) print(`Dashboard:  ${origin}${basePath}${dashboard.path ?? '/'}`);
      if (readMetrics !== null && metricsPort !== null)
        print(`Metrics:    ${await listen(readMetrics, metricsPort)}/metrics`);
      print(`Ownership:  ${config.visitorCookie?.requireProof ? withProof : withoutProof}`);
      await end;
    } finally {
      const closed = Promise.all(listening.map(({ closed }) => closed()));
      // The service now returns 503 and waits for running requests.
      await service.close();
      for (const { server } of listening) server.closeIdleConnections();
      await withDeadline(lastAnswersMs, closed, () => {
        for (const { server } of listening) server.closeAllConnections();
      });
      await closed;
    }
    return 0;
  },
});

interface Listening {
  readonly server: Server;
  readonly origin: string;
  /** Accepts no more connections, and waits for those that are open. */
  readonly closed: () => Promise<unknown>;
}

/** @throws UsageError when another program listens there */
async function startListening(listener: RequestListener, port: number, host: string): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new UsageError(`Port ${port} is already in use`) : error),
    );
    server.listen(port, host, resolve);
  });
  const { address, family, port: actualPort } = server.address() as AddressInfo;
  return {
    server,
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`,
    closed: () => {
      const ended = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      return ended;
    },
  };
}

/** Answers `GET /metrics` with the metrics of the service and of the process. */
async function metricsListener({ metrics }: InternalService): Promise<RequestListener> {
  const prometheus = await loadOptional('prom-client', 'Metrics', () => import('prom-client'));
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  await metrics.register(registry);
  return async (req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end();
    const text = await registry.metrics().catch(() => null);
    res.writeHead(text === null ? 500 : 200, { 'Content-Type': registry.contentType }).end(text);
  };
}

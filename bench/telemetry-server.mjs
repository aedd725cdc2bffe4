/**
 * One server of `bench/telemetry.mjs`, in a process of its own: `node bench/telemetry-server.mjs none|prometheus|opentelemetry`.
 * Prints its port.
 */
import { once } from 'node:events';
import express from 'express';
import { startConsentApp } from './consent-app.mjs';

const [name] = process.argv.slice(2);
if (name === 'opentelemetry') {
  const { metrics } = await import('@opentelemetry/api');
  const { MeterProvider } = await import('@opentelemetry/sdk-metrics');
  const { InMemorySpanExporter, NodeTracerProvider, BatchSpanProcessor } = await import(
    '@opentelemetry/sdk-trace-node'
  );
  const exporter = new InMemorySpanExporter();
  // Recorded and batched, and then dropped: what an exporter sends is not measured.
  exporter.export = (_spans, done) => done({ code: 0 });
  new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] }).register();
  metrics.setGlobalMeterProvider(new MeterProvider());
}
const { consent, close } = await startConsentApp({ rateLimit: false });
if (name === 'prometheus') {
  const { Registry } = await import('prom-client');
  await consent.metrics.register(new Registry());
}

const app = express();
app.disable('x-powered-by');
app.get('/cpu', (_req, res) => res.json(process.cpuUsage()));
app.use(consent.publicRouter);
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(JSON.stringify({ port: server.address().port }));
process.once('SIGTERM', async () => {
  server.close();
  await close();
  process.exit();
});

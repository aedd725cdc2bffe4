/**
 * Measures what metrics and traces cost: published texts and `GET /bootstrap`, without a destination, with a registry of
 * prom-client, and with an SDK of OpenTelemetry that records every span:
 *
 *     node bench/telemetry.mjs [--connections 10] [--seconds 1] [--rounds 9]
 *
 * Each server runs in a process of its own; the load comes from this one. Within a round the ways alternate, so that a
 * busy machine slows all; the ratio is the median of the ratios within each round. Processor time is that of the server's
 * process, which other work on the machine hardly changes. Needs `npm run build`. Prints Markdown.
 */
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { describeMachine, median, startServer } from './machine.mjs';

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '9' },
  },
});
const rounds = Number(values.rounds);
const ways = { none: 'nothing', prometheus: 'prom-client', opentelemetry: 'OpenTelemetry, every span' };
const paths = {
  'a published text': '/svc/api/v1/profiles/default/opt-in/en',
  bootstrap: '/svc/api/v1/bootstrap?tz=Europe/Vienna&lang=en',
};

const servers = [];
for (const name of Object.keys(ways)) {
  const { port } = await startServer('telemetry-server.mjs', name);
  servers.push({ name, origin: `http://127.0.0.1:${port}` });
}

const readCpu = async ({ origin }) => {
  const { user, system } = await (await fetch(`${origin}/cpu`)).json();
  return user + system;
};

/** Returns the processor time of a request (µs). */
async function measure(server, path) {
  const before = await readCpu(server);
  const { errors, non2xx, requests } = await autocannon({
    url: server.origin + path,
    connections: Number(values.connections),
    duration: Number(values.seconds),
    headers: { 'accept-encoding': 'gzip' },
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${server.name}: ${non2xx} refusals, ${errors} errors`);
  return ((await readCpu(server)) - before) / requests.total;
}

console.log('| Request | Destination | Processor time (µs) | Relative |');
console.log('|---|---|---:|---:|');
for (const [request, path] of Object.entries(paths)) {
  const results = servers.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (let index = 0; index < servers.length; index += 1) {
      const turn = (index + round) % servers.length;
      const result = await measure(servers[turn], path);
      // The first round warms up.
      if (round > 0) results[turn].push(result);
    }
  for (const [index, { name }] of servers.entries()) {
    const ratio = median(results[index].map((result, round) => result / results[0][round]));
    console.log(
      `| ${[request, ways[name], median(results[index]).toFixed(1), ratio.toFixed(3)].join(' | ')} |`,
    );
  }
}
console.log(`\n${await describeMachine()}`);
process.exit();

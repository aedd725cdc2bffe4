/**
 * Measures what `consent.guard()` costs: pages of an Express app that sets two cookies, with and without it, for visitors
 * whose browser sends a session and a choice:
 *
 *     node bench/guard.mjs [--connections 10] [--seconds 2] [--rounds 15] [--ways express,report,enforce,csp]
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
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '15' },
    ways: { type: 'string', default: 'express,report,enforce,csp' },
  },
});
const rounds = Number(values.rounds);
const names = {
  express: 'bare Express',
  report: '`guard()`',
  enforce: "`guard({ mode: 'enforce' })`",
  csp: '`enforce` with a policy',
};

const servers = [];
for (const name of values.ways.split(',')) {
  const { port, cookie } = await startServer('guard-server.mjs', name);
  servers.push({ name, origin: `http://127.0.0.1:${port}`, cookie, results: [] });
}

const readCpu = async ({ origin }) => {
  const { user, system } = await (await fetch(`${origin}/cpu`)).json();
  return user + system;
};

async function measure(server) {
  const before = await readCpu(server);
  const result = await autocannon({
    url: server.origin,
    connections: Number(values.connections),
    duration: Number(values.seconds),
    headers: { cookie: `connect.sid=s%3Aabc.def; ${server.cookie}`, accept: 'text/html' },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${server.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  const total = result.requests.total;
  return { rate: total / result.duration, cpu: ((await readCpu(server)) - before) / total };
}

for (let round = 0; round <= rounds; round += 1)
  for (let index = 0; index < servers.length; index += 1) {
    const server = servers[(index + round) % servers.length];
    const result = await measure(server);
    // The first round warms up.
    if (round > 0) server.results.push(result);
  }

console.log(
  `Two cookies in each request and answer, ${values.connections} connections, ${rounds} rounds of ${values.seconds} s\n`,
);
console.log('| Way | Pages a second | Relative to bare Express | Processor time a page (µs) | Relative |');
console.log('|---|---:|---:|---:|---:|');
const [base] = servers;
for (const { name, results } of servers) {
  const ratio = (key) => median(results.map((result, round) => result[key] / base.results[round][key]));
  const cells = [
    median(results.map(({ rate }) => rate)).toFixed(0),
    ratio('rate').toFixed(3),
    median(results.map(({ cpu }) => cpu)).toFixed(1),
    ratio('cpu').toFixed(3),
  ];
  console.log(`| ${[names[name], ...cells].join(' | ')} |`);
}
console.log(`\n${await describeMachine()}`);
process.exit();

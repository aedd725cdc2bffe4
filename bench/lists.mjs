/**
 * Measures lists of the admin API with several numbers of consents, on each database, over HTTP:
 *
 *     node bench/lists.mjs [--consents 10000,1000000] [--databases sqlite,mysql,postgres] [--rounds 60] [--directory .tmp-bench]
 *
 * Databases are created by `express-consent demo-data` and kept for the next run. A separate process serves
 * each size of each database, and rounds alternate between the sizes, so that a busy machine slows all of
 * them. Prints Markdown.
 */
import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openDataset } from './dataset.mjs';
import { describeMachine, serve, spread } from './machine.mjs';

const { values } = parseArgs({
  options: {
    consents: { type: 'string', default: '10000,1000000' },
    databases: { type: 'string', default: 'sqlite,mysql,postgres' },
    rounds: { type: 'string', default: '60' },
    directory: { type: 'string', default: '.tmp-bench' },
  },
});
const sizes = values.consents.split(',').map(Number);
const rounds = Number(values.rounds);

/** Returns the requests for a database of this size. */
async function questionsFor(server, size) {
  const deep = (await server.ask(`/consents?page=${Math.floor((size * 0.8) / 25)}`)).body;
  const oldest = deep.items.at(-1);
  const month = oldest.createdAt.slice(0, 7);
  const days = `from=${month}-01&to=${month}-07`;
  return {
    'first page': '/consents',
    'page after a cursor at four fifths': `/consents?cursor=${encodeURIComponent(deep.nextCursor)}`,
    'search, beginning of an old visitor id': `/consents?q=${oldest.visitorId.slice(0, 8)}`,
    'search, middle of an id': `/consents?q=${oldest.visitorId.slice(9, 15)}`,
    'one week, long ago': `/consents?${days}`,
    'one profile': `/consents?profileId=${oldest.profileId}`,
    'visitors, first page': '/visitors',
    'visitors, beginning of an old id': `/visitors?q=${oldest.visitorId.slice(0, 8)}`,
  };
}

async function measure(kind, directory) {
  const servers = [];
  for (const size of sizes) {
    const url = await openDataset(kind, size, directory);
    const server = await serve(url);
    const questions = await questionsFor(server, size);
    servers.push({
      server,
      size,
      questions,
      times: Object.fromEntries(Object.keys(questions).map((name) => [name, []])),
    });
  }
  for (let round = -5; round < rounds; round += 1) {
    for (const { server, questions, times } of servers) {
      for (const [name, path] of Object.entries(questions)) {
        const { time } = await server.ask(path);
        // The first rounds warm up.
        if (round >= 0) times[name].push(time);
      }
    }
  }
  for (const { server } of servers) await server.stop();
  return Object.keys(servers[0].questions).map((name) => ({
    name,
    spreads: servers.map(({ times }) => spread(times[name])),
  }));
}

const shown = ({ median, p95 }) => `${median.toFixed(1)} (${p95.toFixed(1)})`;

await mkdir(values.directory, { recursive: true });
console.log(
  `# Lists\n\n\`node bench/lists.mjs\`: milliseconds over HTTP, median (95th percentile) of ${rounds} requests, for 25 entries of each list.\n`,
);
console.log(await describeMachine());
for (const kind of values.databases.split(',')) {
  const rows = await measure(kind, values.directory);
  console.log(
    `\n## ${kind}\n\n| | ${sizes.map((size) => `${size.toLocaleString('en')} consents`).join(' | ')} | ratio |`,
  );
  console.log(`|---|${sizes.map(() => '---').join('|')}|---|`);
  for (const { name, spreads } of rows) {
    const [first, last] = [spreads[0], spreads.at(-1)];
    console.log(
      `| ${name} | ${spreads.map(shown).join(' | ')} | ${(last.median / first.median).toFixed(2)} |`,
    );
  }
}

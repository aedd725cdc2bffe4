#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openShops } from './operator.mjs';
import { createShops } from './shops.mjs';

const help = `Starts two shops with one consent service, each of them a tenant.

  node examples/multi-tenant/start.mjs [options]

  --port N    port to listen on (default 3000)
  --help      this text

All its data is deleted when it stops.
`;

const newPassword = () => randomBytes(15).toString('base64url');

function readPort(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`--port must be a number from 1 to 65535, not "${text}".`);
  return port;
}

/** Listens on loopback only: this is a demonstration. */
function listen(app, port) {
  return new Promise((resolve, reject) => {
    const server = app.listen(port, '127.0.0.1', (error) => (error ? reject(error) : resolve(server)));
  });
}

function printStart(port, admin, shops) {
  for (const { name, origin } of shops) console.log(`\n  ${name}:  ${origin}/`);
  console.log(`\n  Dashboard:      http://127.0.0.1:${port}/svc/`);
  console.log(`  All tenants     ${admin.email}  ${admin.password}`);
  for (const { name, operator } of shops)
    console.log(`  ${name.padEnd(15)} ${operator.email}  ${operator.password}`);

  const [{ slug, name, operator }] = shops;
  const api = `http://127.0.0.1:${port}/svc`;
  const login = `curl -s ${api}/admin/v1/auth/login -H 'Content-Type: application/json' -d '${JSON.stringify(operator)}'`;
  console.log(`\n  A request from a visitor of ${name}, and one from its operator:\n`);
  console.log(`    curl -s '${api}/api/v1/resolve-profile?tz=Europe/Berlin' -H 'Host: ${slug}.localhost'\n`);
  console.log(
    `    curl -s ${api}/admin/v1/stats/overview -H "Authorization: Bearer $(${login} | node -pe 'JSON.parse(require("fs").readFileSync(0)).token')"\n`,
  );
  console.log('  Ctrl-C stops it.');
}

async function main() {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '3000' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const port = readPort(values.port);
  const admin = { email: 'admin@shops.example', password: newPassword() };
  const shops = [
    { slug: 'north', name: 'Northern Bikes' },
    { slug: 'south', name: 'Southern Books' },
  ].map(({ slug, name }) => ({
    slug,
    name,
    origin: `http://${slug}.localhost:${port}`,
    operator: { email: `${slug}@shops.example`, password: newPassword() },
  }));

  const {
    app,
    start,
    close: closeShops,
  } = createShops({ admin: { adminEmail: admin.email, adminPassword: admin.password } });
  const server = await listen(app, port).catch(async (error) => {
    await closeShops();
    throw error.code === 'EADDRINUSE'
      ? new Error(`Port ${port} is already in use. Choose another one: --port ${port + 1}`)
      : error;
  });

  let closing = false;
  const close = async () => {
    // Ctrl-C reaches this process twice when npm passes it on.
    if (closing) return;
    closing = true;
    server.close();
    server.closeIdleConnections();
    await closeShops();
    server.closeAllConnections();
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);

  try {
    await start();
    await openShops(`http://127.0.0.1:${port}/svc/admin/v1`, admin, shops);
    printStart(port, admin, shops);
  } catch (error) {
    // Ctrl-C during the set-up interrupts its calls, which is not an error.
    if (closing) return;
    await close();
    throw error;
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setUpProfiles } from './operator.mjs';
import { openSecrets } from './secrets.mjs';
import { createShop } from './shop.mjs';

const email = 'admin@shop.example';
const defaultDirectory = fileURLToPath(new URL('data', import.meta.url));

const help = `Starts a demonstration shop with a consent service.

  npm start -- [options]

  --port N              port to listen on (default 3000)
  --data DIR            folder for the database (default examples/minimal/data)
  --admin-password P    password of ${email}, at the first start; also: EXPRESS_CONSENT_ADMIN_PASSWORD.
                        12 characters or more. Without it, one is generated and printed once.
  --help                this text
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3000' },
      data: { type: 'string', default: defaultDirectory },
      'admin-password': { type: 'string', default: process.env.EXPRESS_CONSENT_ADMIN_PASSWORD || undefined },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port < 1 || port > 65_535)
    throw new Error(`--port must be a number from 1 to 65535, not "${values.port}".`);
  return { port, directory: values.data, chosenPassword: values['admin-password'], help: values.help };
}

/**
 * Listens on loopback only: other machines on the network should not reach the admin API of a demonstration.
 */
function listen(app, port) {
  return new Promise((resolve, reject) => {
    const server = app.listen(port, '127.0.0.1', (error) => (error ? reject(error) : resolve(server)));
  });
}

/** Returns three calls to paste, which use the active profile. */
async function commandsToTry(origin) {
  const api = `${origin}/svc/api/v1`;
  const { path, profileId } = await fetch(`${api}/resolve-profile?tz=Europe/Berlin&locale=de`).then(
    (response) => response.json(),
  );
  const consent = {
    profileId,
    locale: 'de',
    consentJson: {
      necessary: 'granted',
      preferences: 'granted',
      analytics: 'denied',
      media: 'denied',
      marketing: 'denied',
    },
  };
  const lines = [
    `curl -s '${api}/resolve-profile?tz=Europe/Berlin&locale=de'`,
    `curl -s '${origin}${path}'`,
    `curl -s -X POST '${api}/consent' -H 'Content-Type: application/json' -d '${JSON.stringify(consent)}'`,
  ];
  // An operator may have deactivated the profile in the meantime.
  return path === null ? lines.slice(0, 1) : lines;
}

async function main() {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(help);
    return;
  }

  const { secrets, adminPassword, keep, forgetPassword } = await openSecrets(
    options.directory,
    options.chosenPassword,
  );
  const isFirstStart = adminPassword !== undefined;
  const shop = await createShop({
    directory: options.directory,
    secrets,
    admin: isFirstStart && { adminEmail: email, adminPassword },
  });
  await keep();
  const server = await listen(shop.app, options.port).catch(async (error) => {
    await shop.close();
    throw error.code === 'EADDRINUSE'
      ? new Error(
          `Port ${options.port} is already in use. Choose another one: npm start -- --port ${options.port + 1}`,
        )
      : error;
  });

  let closing = false;
  const close = async () => {
    // Ctrl-C reaches this process twice when npm passes it on.
    if (closing) return;
    closing = true;
    server.close();
    server.closeIdleConnections();
    await shop.close();
    server.closeAllConnections();
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);

  try {
    if (isFirstStart)
      console.log('First start: the service has no profile yet; this example publishes one.\n');
    await shop.start();
    const origin = `http://127.0.0.1:${options.port}`;
    if (isFirstStart) await setUpProfiles(origin, { email, password: adminPassword });
    const commands = await commandsToTry(origin);

    console.log(`\n  Open the shop:  ${origin}/`);
    console.log(`  Dashboard:      ${origin}/svc/\n`);
    if (isFirstStart) {
      console.log(`  Sign in with    ${email}`);
      console.log(
        `  and password    ${adminPassword === options.chosenPassword ? '(the one you set)' : `${adminPassword}  (shown only now)`}\n`,
      );
      await forgetPassword();
    } else if (options.chosenPassword !== undefined) {
      console.log('  The password was set at the first start; this one is ignored.\n');
    }
    console.log('  Or try:\n');
    for (const command of commands) console.log(`    ${command}\n`);
    console.log('  Ctrl-C stops it.');
  } catch (error) {
    // Ctrl-C during the first set-up interrupts its calls, which is not an error.
    if (closing) return;
    await close();
    throw error;
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

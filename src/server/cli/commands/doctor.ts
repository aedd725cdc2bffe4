import { SetupError } from '#platform/kernel/errors';
import { parseUrl } from '#platform/kernel/parse-url';
import { defineCommand } from '../command';
import { checkInstallation } from '../doctor/check-installation';
import { checkMachine } from '../doctor/check-machine';
import { checkSecretValues } from '../doctor/check-secrets';
import { checkSite } from '../doctor/check-site';
import { createReport, type Report, renderReport, toData } from '../doctor/report';
import { getConfigFile, type OpenOptions, type OpenService, serviceOptions } from '../open-service';
import { UsageError } from '../usage-error';
import { findConfiguration } from '../usual-configuration';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check the installation, and the site at a URL, and say what to change',
  positionals: ['[URL]'],
  options: {
    ...serviceOptions,
    service: {
      type: 'string',
      value: 'URL',
      description: 'Address of the service, such as https://shop.example/svc (default: found by the tag)',
    },
    tenant: { type: 'string', value: 'ID', description: 'Tenant (default: default)' },
    json: { type: 'boolean', description: 'Print the report as JSON' },
  },
  notes: [
    'Reads .env, and without --config and --database uses consent.mjs or consent.cjs, as `init` writes them. With a URL alone it checks only the site. The exit code is 1 when there are findings.',
    'Starts the service in its own process as the app would, but runs no migrations, sends no webhooks and publishes nothing. Secrets are never printed.',
  ],
  async run({ options, positionals: [address], environment, open, print }) {
    const url = address === undefined ? null : readAddress(address, 'The URL');
    const service =
      options.service === undefined ? null : readAddress(options.service, '--service').replace(/\/?$/, '/');
    if (service !== null && url === null) throw new UsageError('--service applies only with a URL');
    const from = findConfiguration(options, environment);
    if (from === null && url === null)
      throw new UsageError(
        'There is no module consent.mjs or consent.cjs here. Specify the database, such as --database .consent/.consent.sqlite; a module that exports your configuration with --config; or the URL of a page',
      );

    const report = createReport();
    checkMachine(report, process.cwd());
    const { tenant = 'default' } = options;
    const opened = from === null ? null : await openChecked(report, open, from);
    if (opened !== null) {
      report.pass('The configuration is valid');
      const isModule = getConfigFile({ ...options, ...from }, environment) !== undefined;
      checkSecretValues(report, opened.config, isModule);
      await checkInstallation(report, opened, { tenantId: tenant, isModule });
    }
    if (url !== null) await checkSite(report, { url, service, opened, tenantId: tenant });

    if (options.json) print(JSON.stringify(toData(report), null, 2));
    else for (const line of renderReport(report)) print(line);
    return report.findings.length === 0 ? 0 : 1;
  },
});

/**
 * Opens the service without checking its database, and adds what it logs to the report; null when the configuration is
 * not valid.
 */
async function openChecked(
  report: Report,
  open: (how: OpenOptions) => Promise<OpenService>,
  from: NonNullable<OpenOptions['from']>,
): Promise<OpenService | null> {
  const note = (facts: object, message?: string) => {
    // Of these there are findings with more details.
    if ('secrets' in facts) return;
    if (message !== undefined) report.find('service-message', message);
  };
  try {
    return await open({
      from,
      unchecked: true,
      override: () => ({ logger: { warn: note, error: note } }),
    });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    report.find('configuration-not-valid', error.message);
    return null;
  }
}

function readAddress(text: string, name: string): string {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${name} must begin with http:// or https://, such as https://shop.example/`);
  if (url.username !== '' || url.password !== '') throw new UsageError(`${name} cannot contain a password`);
  return url.href;
}

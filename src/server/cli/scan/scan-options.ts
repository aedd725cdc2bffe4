import { parseUrl } from '#platform/kernel/parse-url';
import { type FindingCode, findingCodes, isFindingCode } from '#standards/findings/index';
import { variable } from '../environment';
import { serviceOptions } from '../open-service';
import { type OptionSpecs, type OptionValues, wholeNumber } from '../options';
import { UsageError } from '../usage-error';
import type { Finding } from './finding';
import type { Device } from './observation';
import { readPlaceHeaders, readPlaces, thisMachine } from './places';
import { type ReportFormat, reportFormats } from './report/formats';
import type { ScanOptions } from './scan';

export const scanOptions = {
  limit: {
    type: 'string',
    value: 'N',
    description: 'Maximum number of pages, found by links and sitemap (default: 20)',
  },
  delay: {
    type: 'string',
    value: 'MS',
    description: 'Pause between pages (default: 500, or more if robots.txt asks for it)',
  },
  wait: {
    type: 'string',
    value: 'MS',
    description: 'Time for which a loaded page is watched (default: 1500)',
  },
  place: {
    type: 'string',
    value: 'CODES',
    description:
      'Places of visitors, such as de,us-ca, or all: one for each active profile (default: this machine)',
  },
  'place-headers': {
    type: 'string',
    value: 'NAMES',
    description:
      'Headers that name the place, if the service trusts them, such as cf-ipcountry,cf-region-code',
  },
  device: { type: 'string', value: 'NAME', description: 'desktop, phone or both (default: both)' },
  service: {
    type: 'string',
    value: 'URL',
    description: 'Address of the service, such as https://shop.example/svc (default: found by the tag)',
  },
  tenant: { type: 'string', value: 'ID', description: 'Tenant, with --service' },
  'own-hosts': {
    type: 'string',
    value: 'NAMES',
    description: 'Further hosts of your own, separated by commas; subdomains are included',
  },
  format: { type: 'string', value: 'NAME', description: `${reportFormats.join(', ')} (default: table)` },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    description: 'File for the report (default: standard output)',
  },
  'fail-on': {
    type: 'string',
    value: 'WHAT',
    description: 'Exit with 1 on an error, on a warning too, or on one code (default: error)',
  },
  baseline: {
    type: 'string',
    value: 'FILE',
    description: 'JSON report of an earlier scan; its findings are not reported again',
  },
  propose: {
    type: 'string',
    value: 'FILE',
    description: 'JSON output with parameters to add to the profile',
  },
  draft: {
    type: 'boolean',
    description:
      'Write these parameters into the next version of each profile, which is not published; needs --config or --database',
  },
  state: {
    type: 'string',
    value: 'FILE',
    description: 'File that keeps the progress, so that an interrupted scan continues',
  },
  browser: {
    type: 'string',
    value: 'FILE',
    description: 'Chromium or Chrome (default: one that is installed)',
    variable: variable('BROWSER'),
  },
  'no-sandbox': { type: 'boolean', description: 'Run the browser without its sandbox, as root must' },
  ...serviceOptions,
} as const satisfies OptionSpecs;

type Values = OptionValues<typeof scanOptions>;

/** @throws UsageError */
export function readScanOptions(values: Values, addresses: readonly string[]): ScanOptions {
  const { place, service, tenant } = values;
  const headers = values['place-headers'] === undefined ? null : readPlaceHeaders(values['place-headers']);
  if (tenant !== undefined && service === undefined)
    throw new UsageError('--tenant applies only with --service');
  return {
    urls: addresses.map((address) => readAddress(address, 'The URL')),
    limit: wholeNumber(values.limit ?? '20', '--limit', 1, 1000),
    times: {
      delay: wholeNumber(values.delay ?? '500', '--delay', 0, 60_000),
      wait: wholeNumber(values.wait ?? '1500', '--wait', 0, 60_000),
    },
    places: place === 'all' ? place : place === undefined ? [thisMachine] : readPlaces(place, headers),
    placeHeaders: headers,
    devices: readDevices(values.device ?? 'both'),
    ...(service !== undefined && {
      service: {
        base: readAddress(service, '--service').replace(/\/?$/, '/'),
        tenantId: tenant ?? null,
      },
    }),
    ownHosts: (values['own-hosts'] ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  };
}

/** @throws UsageError */
export function readFormat({ format = 'table' }: Values): ReportFormat {
  const known = reportFormats.find((name) => name === format);
  if (known === undefined) throw new UsageError(`--format must be one of ${reportFormats.join(', ')}`);
  return known;
}

/** Returns which findings make the scan fail. @throws UsageError */
export function readFailOn({ 'fail-on': failOn = 'error' }: Values): (finding: Finding) => boolean {
  if (failOn === 'error') return ({ severity }) => severity === 'error';
  if (failOn === 'warning') return () => true;
  if (!isFindingCode(failOn))
    throw new UsageError(`--fail-on must be error, warning or one of ${findingCodes.join(', ')}`);
  return ({ code }: { code: FindingCode }) => code === failOn;
}

function readAddress(address: string, name: string): string {
  const url = parseUrl(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${name} must begin with http:// or https://, such as https://shop.example/`);
  // It would appear in every report.
  if (url.username !== '' || url.password !== '') throw new UsageError(`${name} cannot contain a password`);
  return url.href;
}

function readDevices(name: string): Device[] {
  if (name === 'both') return ['desktop', 'phone'];
  if (name !== 'desktop' && name !== 'phone') throw new UsageError('--device must be desktop, phone or both');
  return [name];
}

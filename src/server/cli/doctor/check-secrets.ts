import type { ConsentServiceConfig } from '../../../index';
import type { OpenService } from '../open-service';
import type { Report } from './report';

/** Values of guides and examples, and beginnings that nobody draws at random. */
const known =
  /at least 12 characters|change[ _-]?me|^(?:example|password)|^(?:secret|test|your)\b|(.)\1{7}|^0?1234567|openssl rand/i;
/** Digits of a fingerprint that are shown: enough to compare two machines. */
const shownDigits = 8;

type Diagnosis = OpenService['service']['operations']['diagnosis'];

/** Checks the secrets by their fingerprints; their values are never part of the report. */
export async function checkSecrets(
  report: Report,
  { secrets }: Pick<Diagnosis, 'secrets'>,
  { auth, compliance }: ConsentServiceConfig,
): Promise<void> {
  for (const { key, fingerprint, remembered, isKnown } of await secrets()) {
    if (fingerprint === null)
      report.find('secret-missing', `${key} is not set.`, {
        anchor: key === 'auth.masterSecret' ? 'no-master-secret' : 'no-signing-hash',
      });
    else if (!isKnown)
      report.find(
        'secret-changed',
        `${key} (fingerprint ${fingerprint.slice(0, shownDigits)}) is not the secret that this database was last used with (${remembered?.slice(0, shownDigits)}).`,
      );
    else report.pass(`${key} is set, fingerprint ${fingerprint.slice(0, shownDigits)}`);
  }
  const values = {
    'auth.masterSecret': [auth?.masterSecret ?? []].flat(),
    'compliance.dataSigningHash': [compliance?.dataSigningHash ?? []].flat(),
    'auth.adminPassword': [auth?.adminPassword ?? []].flat(),
  };
  for (const [key, [value]] of Object.entries(values))
    if (value !== undefined && known.test(value))
      report.find('secret-known', `${key} is a value from an example, or easy to guess.`);
  const [master] = values['auth.masterSecret'];
  if (master !== undefined && values['compliance.dataSigningHash'].includes(master))
    report.find('secret-known', 'auth.masterSecret and compliance.dataSigningHash are the same value.');
}

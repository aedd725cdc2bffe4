import { isKnownSecret } from '#platform/kernel/known-secret';
import type { ConsentServiceConfig } from '../../../index';
import { variable } from '../environment';
import type { OpenService } from '../open-service';
import type { Report } from './report';

/** Digits of a fingerprint that are shown: enough to compare two machines. */
const shownDigits = 8;

type Diagnosis = OpenService['service']['operations']['diagnosis'];

/** Compares the secrets with those of the database by their fingerprints. */
export async function checkSecrets(report: Report, { secrets }: Pick<Diagnosis, 'secrets'>): Promise<void> {
  for (const { key, fingerprint, remembered, isKnown } of await secrets()) {
    if (fingerprint === null) continue;
    if (!isKnown)
      report.find(
        'secret-changed',
        `${key} (fingerprint ${fingerprint.slice(0, shownDigits)}) is not the secret that this database was last used with (${remembered?.slice(0, shownDigits)}).`,
      );
    else report.pass(`${key} is set, fingerprint ${fingerprint.slice(0, shownDigits)}`);
  }
}

const secretVariables = {
  'auth.masterSecret': variable('MASTER_SECRET'),
  'compliance.dataSigningHash': variable('DATA_SIGNING_HASH'),
};

/**
 * Checks the values of the secrets, which are never part of the report, and whether visitors must prove what is theirs.
 * @param isModule whether the configuration is a module, rather than variables
 */
export function checkSecretValues(
  report: Report,
  { auth, compliance, visitorCookie }: ConsentServiceConfig,
  isModule: boolean,
): void {
  const values = {
    'auth.masterSecret': [auth?.masterSecret ?? []].flat(),
    'compliance.dataSigningHash': [compliance?.dataSigningHash ?? []].flat(),
  };
  for (const [key, [value]] of Object.entries(values) as [keyof typeof values, string[]][]) {
    const name = secretVariables[key];
    if (value === undefined)
      report.find('secret-missing', `${key} is not set.`, {
        anchor: key === 'auth.masterSecret' ? 'no-master-secret' : 'no-signing-hash',
        change: isModule
          ? `Let the configuration read it from a variable that .env sets, such as process.env.${name}.`
          : `Set ${name} in .env. If the app reads it from a variable of another name, use that value.`,
      });
    else if (isKnownSecret(value))
      report.find('secret-known', `${key} is a value from an example, or easy to guess.`);
  }
  if (auth?.adminPassword !== undefined && isKnownSecret(auth.adminPassword))
    report.find('secret-known', 'auth.adminPassword is a value from an example, or easy to guess.', {
      why: 'Anybody can read it, and sign in with it.',
      change:
        'Set another password with `npx express-consent reset-password EMAIL`, then remove auth.adminPassword from the configuration.',
    });
  const [master] = values['auth.masterSecret'];
  if (master !== undefined && values['compliance.dataSigningHash'].includes(master))
    report.find('secret-known', 'auth.masterSecret and compliance.dataSigningHash are the same value.');
  if (values['compliance.dataSigningHash'].length > 0 && !visitorCookie?.requireProof)
    report.find('proof-not-required', 'visitorCookie.requireProof is not set.');
}

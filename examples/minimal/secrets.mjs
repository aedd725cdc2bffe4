import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const newSecret = (bytes) => randomBytes(bytes).toString('base64url');

/**
 * Reads the secrets of this data folder, or creates them. `adminPassword` is in the file only until the
 * first
 * start has finished its set-up and printed it, so that an interrupted start can be repeated.
 */
export async function openSecrets(directory, chosenPassword) {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'secrets.json');
  const stored = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const { adminPassword, ...secrets } = stored
    ? JSON.parse(stored)
    : {
        masterSecret: newSecret(32),
        dataSigningHash: newSecret(32),
        adminPassword: chosenPassword ?? newSecret(15),
      };

  const save = async (content) => {
    await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  return {
    secrets,
    adminPassword,
    keep: () => save({ ...secrets, adminPassword }),
    forgetPassword: () => save(secrets),
  };
}

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const newSecret = (bytes) => randomBytes(bytes).toString('base64url');

/**
 * The secrets of this data folder, made once. `adminPassword` is in the file only until the first start has
 * set everything up and told it, so that a start that was cut short can be repeated.
 */
export async function openSecrets(directory, givenPassword) {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'secrets.json');
  const kept = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const { adminPassword, ...secrets } = kept
    ? JSON.parse(kept)
    : {
        masterSecret: newSecret(32),
        dataSigningHash: newSecret(32),
        adminPassword: givenPassword ?? newSecret(15),
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

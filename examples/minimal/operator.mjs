import { readFile } from 'node:fs/promises';

const profiles = ['eu-opt-in', 'us-opt-out-strict'];

/** Acts as the operator: signs in, creates the profiles and activates them, through the admin API. */
export async function setUpProfiles(origin, { email, password }) {
  const call = async (method, path, body, token) => {
    const response = await fetch(`${origin}/svc/admin/v1${path}`, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.error}`);
    return answer;
  };

  const { token } = await call('POST', '/auth/login', { email, password });
  const existing = await call('GET', '/profiles?summary=1', undefined, token);
  for (const file of profiles) {
    const profile = JSON.parse(await readFile(new URL(`profiles/${file}.json`, import.meta.url), 'utf8'));
    // An interrupted start may have created one of them.
    const { id, isActive } =
      existing.find(({ name }) => name === profile.name) ?? (await call('POST', '/profiles', profile, token));
    if (!isActive) await call('POST', `/profiles/${id}/activate`, undefined, token);
  }
  await call('POST', '/auth/logout', undefined, token);
}

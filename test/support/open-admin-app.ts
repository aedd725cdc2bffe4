import type { Test } from 'supertest';
import type { SignedIn } from './accounts';
import { createTestApp, type TestApp, type TestAppOptions } from './create-test-app';

export interface AdminApp extends TestApp {
  /** The header of the first superadmin. */
  admin: SignedIn;
  /** Calls a route of the admin API as the first superadmin. */
  call(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object): Test;
}

/**
 * Opens an app with a signed-in superadmin for each test, or for all tests of the file, and closes it
 * afterwards. The returned object is always the open app.
 *
 * @example
 * const app = openAdminApp();
 * test('returns the settings', () => app.call('get', '/settings').expect(200));
 */
export function openAdminApp(
  options: TestAppOptions = {},
  scope: 'each test' | 'all tests' = 'each test',
): AdminApp {
  const opened = {} as AdminApp;
  const open = async () => {
    const app = await createTestApp(options);
    const admin = await app.asAdmin();
    const call: AdminApp['call'] = (method, path, body) =>
      app.request[method](`${app.adminBase}${path}`).set(opened.admin).send(body);
    Object.assign(opened, app, { admin, call });
  };
  const close = () => opened.close();
  if (scope === 'each test') {
    beforeEach(open);
    afterEach(close);
  } else {
    beforeAll(open);
    afterAll(close);
  }
  return opened;
}

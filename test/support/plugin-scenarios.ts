import type { ConsentPlugin } from 'express-consent';
import type { HookName } from '#platform/plugins/plugin-registry';
import { allDenied, allGranted, consentCalls } from './consent';
import type { TestApp } from './create-test-app';
import { createActiveProfile, createProfile, profileJson } from './profiles';

/** For every hook of the contract a request that runs it, and how to see what came of it. */

export const hookNames = [
  'beforeConsentSave',
  'afterConsentSave',
  'beforeConsentUpdate',
  'afterConsentUpdate',
  'beforeConsentErase',
  'afterConsentErase',
  'beforeProfileFetch',
  'afterProfileFetch',
  'beforeProfileSave',
  'afterProfileActivate',
  'beforeUserCreate',
  'afterUserCreate',
] as const satisfies readonly HookName[];

type AnyHook = (payload: never) => unknown;

/** A plugin with every hook, each doing `act(hook, payload)`. */
export function pluginWithEveryHook(
  name: string,
  act: (hook: HookName, payload: unknown) => unknown,
): ConsentPlugin {
  const hooks = Object.fromEntries(
    hookNames.map((hook) => [hook, ((payload) => act(hook, payload)) as AnyHook]),
  );
  return { name, initialize() {}, destroy() {}, ...hooks };
}

interface Scenario {
  readonly hook: HookName;
  readonly by: string;
  /** Sends the request; what was answered and what is kept afterwards. */
  act(world: World): Promise<unknown>;
  /** For a changing hook: a change that is valid. */
  readonly change?: (payload: Record<string, unknown>, world: World) => unknown;
}

export interface World {
  readonly app: TestApp;
  /** An active profile, and another one of the same tenant. */
  readonly profileId: string;
  readonly otherId: string;
  /** A profile to save again and to activate. */
  readonly ownId: string;
}

let made = 0;
function next(kind: string): string {
  made += 1;
  return `${kind}-${made}`;
}

export async function createWorld(app: TestApp): Promise<World> {
  const { id: profileId } = await createActiveProfile(app);
  const { id: otherId } = await createProfile(app, {
    name: 'Other',
    profileJson: profileJson({ complianceGroup: 'opt-out' }),
  });
  const { id: ownId } = await createProfile(app, newProfile());
  return { app, profileId, otherId, ownId };
}

/** The record, its history and its visitor record, as the database stores them. */
async function kept({ app }: World, visitorId: string): Promise<unknown> {
  const tables = ['svc_consents', 'svc_consent_history'];
  const columns = [
    'profile_id',
    'locale',
    'consent_json',
    'gpc_detected',
    'source',
    'tcf_string',
    'revision',
    'country',
  ];
  const rows = await Promise.all(tables.map((table) => app.knex(table).where({ visitor_id: visitorId })));
  return rows.map((list) => list.map((row) => columns.map((column) => row[column] ?? null)));
}

const submission = ({ profileId }: World, visitorId: string) => ({
  visitorId,
  profileId,
  consentJson: allGranted,
  locale: 'en',
  tcfString: 'own',
});

async function withVisitor(
  world: World,
  send: (
    visitorId: string,
    calls: ReturnType<typeof consentCalls>,
  ) => Promise<{ status: number; body: unknown }>,
) {
  const visitorId = next('visitor');
  const calls = consentCalls(world.app);
  const { status, body } = await send(visitorId, calls);
  return { status, body, kept: await kept(world, visitorId) };
}

async function withRecord(
  world: World,
  send: (
    visitorId: string,
    calls: ReturnType<typeof consentCalls>,
  ) => Promise<{ status: number; body: unknown }>,
) {
  return withVisitor(world, async (visitorId, calls) => {
    await calls.submit(submission(world, visitorId)).expect(200);
    return send(visitorId, calls);
  });
}

async function asAdmin({ app }: World, method: 'post' | 'put', path: string, body: object) {
  const answer = await app.request[method](`${app.adminBase}${path}`)
    .set(await app.asAdmin())
    .send(body);
  return { status: answer.status, body: answer.body };
}

async function get({ app }: World, path: string) {
  const { status, body } = await app.request.get(`${app.publicBase}${path}`);
  return { status, body };
}

const denyMarketing = (draft: Record<string, unknown>) => ({
  ...draft,
  consentJson: { ...(draft.consentJson as object), marketing: 'denied' },
  locale: 'de',
});
const newProfile = () => ({
  name: 'New',
  defaultLocale: 'en',
  profileJson: profileJson({ complianceGroup: 'notice-only' }),
});
const rename = (draft: Record<string, unknown>) => ({
  ...draft,
  name: `${draft.name} (renamed)`,
  profileJson: { ...(draft.profileJson as object), expiryDays: 30 },
});

export const scenarios: readonly Scenario[] = [
  {
    hook: 'beforeConsentSave',
    by: 'POST /consent',
    act: (world) => withVisitor(world, (visitorId, calls) => calls.submit(submission(world, visitorId))),
    change: denyMarketing,
  },
  {
    hook: 'afterConsentSave',
    by: 'POST /consent',
    act: (world) => withVisitor(world, (visitorId, calls) => calls.submit(submission(world, visitorId))),
  },
  {
    hook: 'beforeConsentUpdate',
    by: 'POST /consent of a known visitor',
    act: (world) =>
      withRecord(world, (visitorId, calls) =>
        calls.submit({ ...submission(world, visitorId), consentJson: allDenied }),
      ),
    change: (draft) => ({
      ...draft,
      consentJson: { ...(draft.consentJson as object), necessary: 'objected' },
    }),
  },
  {
    hook: 'beforeConsentUpdate',
    by: 'PUT /consent/:visitorId',
    act: (world) =>
      withRecord(world, (visitorId, calls) => calls.update(visitorId, { consentJson: allDenied })),
    change: (draft) => ({
      ...draft,
      consentJson: { ...(draft.consentJson as object), necessary: 'objected' },
      locale: 'de',
    }),
  },
  {
    hook: 'afterConsentUpdate',
    by: 'POST /consent of a known visitor',
    act: (world) =>
      withRecord(world, (visitorId, calls) =>
        calls.submit({ ...submission(world, visitorId), consentJson: allDenied }),
      ),
  },
  {
    hook: 'afterConsentUpdate',
    by: 'PUT /consent/:visitorId',
    act: (world) =>
      withRecord(world, (visitorId, calls) => calls.update(visitorId, { consentJson: allDenied })),
  },
  ...(['beforeConsentErase', 'afterConsentErase'] as const).map((hook) => ({
    hook,
    by: 'DELETE /consent/:visitorId',
    act: (world: World) => withRecord(world, (visitorId, calls) => calls.erase(visitorId)),
  })),
  {
    hook: 'beforeProfileFetch',
    by: 'GET /profiles/:id/:locale',
    act: (world) => get(world, `/profiles/${world.profileId}/de`),
    change: (_id, { otherId }) => otherId,
  },
  {
    hook: 'beforeProfileFetch',
    by: 'GET /profiles/auto/:locale',
    act: (world) => get(world, '/profiles/auto/de?tz=Europe/Berlin'),
    change: (_id, { otherId }) => otherId,
  },
  {
    hook: 'afterProfileFetch',
    by: 'GET /profiles/:id',
    act: (world) => get(world, `/profiles/${world.profileId}`),
    change: (profile) => ({ ...profile, darkMode: true, note: 'from a plugin' }),
  },
  {
    hook: 'afterProfileFetch',
    by: 'GET /profiles/auto/:locale',
    act: (world) => get(world, '/profiles/auto/de?tz=Europe/Berlin'),
    change: (profile) => ({ ...profile, expiryDays: 1 }),
  },
  {
    hook: 'beforeProfileSave',
    by: 'POST /profiles',
    act: (world) => asAdmin(world, 'post', '/profiles', newProfile()),
    change: rename,
  },
  {
    hook: 'beforeProfileSave',
    by: 'PUT /profiles/:id',
    act: (world) =>
      asAdmin(world, 'put', `/profiles/${world.ownId}`, { ...newProfile(), name: 'Saved again' }),
    change: rename,
  },
  {
    hook: 'afterProfileActivate',
    by: 'POST /profiles/:id/activate',
    async act(world) {
      const answer = await asAdmin(world, 'post', `/profiles/${world.ownId}/activate`, {});
      return { ...answer, served: await get(world, '/profiles/default/notice-only/en') };
    },
  },
  {
    hook: 'beforeUserCreate',
    by: 'POST /users',
    act: (world) =>
      asAdmin(world, 'post', '/users', {
        name: 'Nora',
        email: `${next('nora')}@shop.example`,
        password: 'a password that nobody guesses',
      }),
    change: (user) => ({ ...user, name: 'Nora Renamed' }),
  },
  {
    hook: 'afterUserCreate',
    by: 'POST /users',
    act: (world) =>
      asAdmin(world, 'post', '/users', {
        name: 'Nora',
        email: `${next('nora')}@shop.example`,
        password: 'a password that nobody guesses',
      }),
  },
];

/** The same whenever and for whomever it came to be: ids, hashes, times, versions and names of visitors out. */
export function neutral(outcome: unknown, { profileId, otherId }: World): unknown {
  const text = JSON.stringify(outcome)
    .replaceAll(profileId, 'PROFILE')
    .replaceAll(otherId, 'OTHER')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replace(/"(version|publishedVersion)":\d+/g, '"$1":"VERSION"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/"[0-9a-f]{40,64}"/g, '"HASH"')
    .replace(/(visitor|nora)-\d+/g, '$1');
  return JSON.parse(text);
}

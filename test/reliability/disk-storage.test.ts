import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allGranted } from '../support/consent';
import { createTestApp, type TestApp } from '../support/create-test-app';
import { createActiveProfile, createProfile, germanContent } from '../support/profiles';

/** A service with its files on a disk that fails and comes back while the service runs. */
let parent: string;
let place: string;
let app: TestApp;
let profileId: string;
let isMounted = false;

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' });
const unmount = (path: string) => execFileSync('umount', [path], { stdio: 'ignore' });
/** A file system of its own, of this size. */
const mountSmall = (path: string) => mount('-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path);

function canMount(): boolean {
  const probe = execFileSync('mktemp', ['-d']).toString().trim();
  try {
    mountSmall(probe);
    unmount(probe);
    return true;
  } catch {
    return false;
  } finally {
    execFileSync('rmdir', [probe]);
  }
}
const isAllowed = process.platform === 'linux' && canMount();

/** A service on a directory, which has a file system of its own if it needs one. */
async function openApp(mounted: boolean): Promise<void> {
  parent = await mkdtemp(join(tmpdir(), `ec_test_${Math.floor(Date.now() / 1000)}_disk_`));
  place = join(parent, 'files');
  await mkdir(place);
  if (mounted) mountSmall(place);
  isMounted = mounted;
  app = await createTestApp({ directory: place });
  profileId = (await createActiveProfile(app)).id;
  await published('en').expect(200);
}

afterEach(async () => {
  await app.close();
  if (isMounted) unmount(place);
  await rm(parent, { recursive: true, force: true });
});

const published = (locale: string) => app.request.get(`${app.publicBase}/profiles/default/opt-in/${locale}`);
const health = () => app.request.get(`${app.adminBase}/health`);
const activate = async () =>
  app.request.post(`${app.adminBase}/profiles/${profileId}/activate`).set(await app.asAdmin());
const save = async () =>
  app.request
    .put(`${app.adminBase}/profiles/${profileId}`)
    .set(await app.asAdmin())
    .send({ localeContent: { de: germanContent(), fr: germanContent() } });

interface Fault {
  /** Whether it needs a file system of its own. */
  readonly mounted: boolean;
  break(): Promise<unknown>;
  mend(): Promise<unknown>;
}

const aside = () => `${place} aside`;
const faults: Record<string, Fault> = {
  'is gone': {
    mounted: false,
    break: () => rename(place, aside()),
    mend: () => rename(aside(), place),
  },
  'is a file': {
    mounted: false,
    break: async () => {
      await rename(place, aside());
      await writeFile(place, 'not a directory');
    },
    mend: async () => {
      await rm(place);
      await rename(aside(), place);
    },
  },
  'is another, empty directory': {
    mounted: false,
    break: async () => {
      await rename(place, aside());
      await mkdir(place);
    },
    mend: async () => {
      await rm(place, { recursive: true });
      await rename(aside(), place);
    },
  },
  'is read-only': {
    mounted: true,
    break: async () => mount('-o', 'remount,ro', place),
    mend: async () => mount('-o', 'remount,rw', place),
  },
  'is full': {
    mounted: true,
    break: () => expect(writeFile(join(place, 'filler'), Buffer.alloc(4_000_000))).rejects.toThrow('ENOSPC'),
    mend: () => rm(join(place, 'filler')),
  },
};

for (const [name, fault] of Object.entries(faults)) {
  const declare = fault.mounted && !isAllowed ? test.skip : test;
  const reason = fault.mounted && !isAllowed ? ' (skipped: this user cannot mount file systems)' : '';
  declare(
    `while the directory ${name}, saves get 503 and visitors their files, until it is back${reason}`,
    async () => {
      await openApp(fault.mounted);
      await fault.break();
      const refused = await save();
      expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.text).not.toContain(place);
      expect((await health().expect(503)).body.checks).toMatchObject({ storage: 'degraded', database: 'ok' });
      await app.request
        .post(`${app.publicBase}/consent`)
        .send({ visitorId: 'meanwhile', profileId, consentJson: allGranted })
        .expect(200);
      app.clock.advance(5000);
      await published('en').expect(200);

      await fault.mend();
      await health().expect(200);
      expect((await save()).status).toBe(200);
      expect((await activate()).status).toBe(200);
      await published('fr').expect(200);
      await createProfile(app, { name: 'Another' });
    },
  );
}

/** A kind of fault: why it matters, what to change, and the section that explains it. */
export interface FindingKind {
  readonly severity: 'error' | 'warning';
  readonly why: string;
  /** Line of code or command, or a sentence. */
  readonly change: string;
  /** Anchor in docs/guide/troubleshooting.md. */
  readonly anchor: string;
}

const trustLine = "app.set('trust proxy', 1)";

/** All faults that `express-consent doctor` finds, apart from messages of the service itself. */
export const findingKinds = {
  'unsupported-version': {
    severity: 'error',
    why: 'The service is not tested with this version and may fail.',
    change: 'npm install express@5 knex@3',
    anchor: 'unsupported-version',
  },
  'clock-differs': {
    severity: 'warning',
    why: 'Sessions and links end too early or too late, and records have the wrong time.',
    change: 'Synchronise the clock of every machine (NTP).',
    anchor: 'clock-differs',
  },
  'configuration-not-valid': {
    severity: 'error',
    why: 'The service does not start with it.',
    change: 'Correct the keys that the message names.',
    anchor: 'configuration-not-valid',
  },
  'cannot-start': {
    severity: 'error',
    why: 'Requests get 503 until the service can start.',
    change: 'Repair what the message names.',
    anchor: 'could-not-start',
  },
  'service-message': {
    severity: 'warning',
    why: 'The service logs this at start.',
    change: 'Do what the message says.',
    anchor: 'could-not-start',
  },
  'migrations-pending': {
    severity: 'warning',
    why: 'The tables are older than the package. The service migrates them at its next start unless database.migrate is false.',
    change: 'npx express-consent migrate',
    anchor: 'database-not-migrated',
  },
  'database-read-only': {
    severity: 'error',
    why: 'Decisions cannot be recorded.',
    change: 'Connect to a server that accepts writes, and leave room on its disk.',
    anchor: 'database-cannot-be-written',
  },
  'database-rights-missing': {
    severity: 'error',
    why: 'Decisions, or something else, cannot be stored.',
    change: 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO app',
    anchor: 'database-cannot-be-written',
  },
  'sqlite-without-wal': {
    severity: 'warning',
    why: 'Readers wait for writers, so that pages wait for decisions.',
    change: 'database: { tuneSqlite: true }',
    anchor: 'sqlite-without-wal',
  },
  'storage-not-named': {
    severity: 'warning',
    why: 'Starting the service would write published files into the database, even if the app stores them elsewhere. The remaining checks were skipped.',
    change:
      'Pass the app’s storage with --storage or --config. If the app stores its files in the database, start the app once first.',
    anchor: 'storage-not-named',
  },
  'storage-unusable': {
    severity: 'error',
    why: 'Published texts cannot be stored or read, so that visitors get no banner.',
    change: 'Give the process the right to read, write and delete there.',
    anchor: 'storage-cannot-be-used',
  },
  'secret-missing': {
    severity: 'error',
    why: 'Each process makes its own at each start: sessions end, and proofs in cookies are refused.',
    change: 'node --env-file=.env app.mjs',
    anchor: 'no-signing-hash',
  },
  'secret-changed': {
    severity: 'error',
    why: 'What was signed or encrypted with the earlier value is refused.',
    change: 'Restore the earlier value, or list it after the new one: [new, earlier].',
    anchor: 'changed-secret',
  },
  'secret-known': {
    severity: 'error',
    why: 'Anybody can read it, and forge sessions and proofs with it.',
    change: 'openssl rand -base64 48',
    anchor: 'known-secret',
  },
  'proof-not-required': {
    severity: 'warning',
    why: 'Whoever knows a visitor id can read, change and erase the consent of that visitor.',
    change: 'visitorCookie: { requireProof: true }',
    anchor: 'no-proof-of-ownership',
  },
  'not-ready': {
    severity: 'warning',
    why: 'The overview of the dashboard reports it too.',
    change: 'Do what the message says.',
    anchor: 'not-ready',
  },
  'no-active-profile': {
    severity: 'warning',
    why: 'Visitors get no banner, and where the law asks first nothing optional runs.',
    change: 'Activate a profile in the dashboard, or run npx express-consent starter-texts --publish',
    anchor: 'no-active-profile',
  },
  'origin-not-allowed': {
    severity: 'error',
    why: 'The banner shows there, but decisions are refused.',
    change: "Add the origin to the allowed origins in the dashboard's settings.",
    anchor: 'origin-not-allowed',
  },
  'page-unreachable': {
    severity: 'error',
    why: 'Nothing else can be checked there.',
    change: 'Check the address, the certificate, and that the app runs.',
    anchor: 'no-usable-answer',
  },
  'tag-missing': {
    severity: 'warning',
    why: 'Without the tag there is no banner. A tag manager may add it in the browser, which this check does not see.',
    change: '<script src="/svc/widget.js" async></script>',
    anchor: 'tag-missing',
  },
  'script-not-blocked': {
    severity: 'error',
    why: 'Browsers run the script before the visitor has decided.',
    change: '<script type="text/plain" data-category="analytics" data-consent-src="/t.js"></script>',
    anchor: 'script-not-blocked',
  },
  'database-served': {
    severity: 'error',
    why: 'Everybody can read decisions of visitors, sessions and hashes of passwords.',
    change:
      'Move the file, with those that end in -wal and -shm, out of every folder that the app serves, such as to .consent/.consent.sqlite',
    anchor: 'database-served',
  },
  'service-not-found': {
    severity: 'error',
    why: 'The banner cannot ask the service, and allows nothing optional.',
    change:
      "app.use(consent.publicRouter) in front of every other route; if it is mounted under a path, such as '/privacy', also publicPath: '/privacy', or that path in the tag",
    anchor: 'no-usable-answer',
  },
  'doubled-prefix': {
    severity: 'error',
    why: 'The tag asks at another address than the one at which the service answers.',
    change: 'app.use(consent.publicRouter)',
    anchor: 'doubled-prefix',
  },
  'service-degraded': {
    severity: 'error',
    why: 'Load balancers take the service out of use.',
    change: 'Look at the log of the service.',
    anchor: 'could-not-start',
  },
  'proxy-not-trusted': {
    severity: 'error',
    why: 'The service sees http, so that its cookies are not Secure, and all visitors share one rate limit.',
    change: trustLine,
    anchor: 'proxy-not-trusted',
  },
  'forged-address-accepted': {
    severity: 'error',
    why: 'Anybody can choose the address that the service sees: rate limits and places are worth nothing.',
    change: trustLine,
    anchor: 'forged-addresses',
  },
  'no-https': {
    severity: 'warning',
    why: 'Cookies are sent without Secure, and others on the network can read and change decisions.',
    change: 'Serve the site over https, and redirect http to it.',
    anchor: 'no-https',
  },
  'policy-blocks-widget': {
    severity: 'error',
    why: 'Browsers do not load the widget, or stop its requests.',
    change: "Content-Security-Policy: script-src 'self'; connect-src 'self'",
    anchor: 'policy-blocks-the-widget',
  },
  'answer-cached': {
    severity: 'error',
    why: 'Visitors get answers that were meant for others, or old ones.',
    change: 'Let the CDN respect Cache-Control below the path of the service.',
    anchor: 'answers-from-a-cache',
  },
  'caching-changed': {
    severity: 'warning',
    why: 'Something between the service and the browser replaces its Cache-Control, so that caches may keep what they must not.',
    change: 'Let proxies pass Cache-Control on unchanged below the path of the service.',
    anchor: 'answers-from-a-cache',
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingCode = keyof typeof findingKinds;

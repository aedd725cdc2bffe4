// Import rules: see "Import rules" in CONTRIBUTING.md.

/** Parts of the platform, from which the rooms of the server take what they need. */
const platform = ['kernel', 'http', 'database', 'storage', 'config', 'plugins', 'geo', 'csv', 'pdf'];
/** Folders of `src/` that are not part of the server. */
const beside = ['standards', 'content', 'layers', 'client', 'widget', 'dashboard', 'testing'];

const folderOf = (name) => {
  if (beside.includes(name)) return `src/${name}`;
  return platform.includes(name) ? `src/server/platform/${name}` : `src/server/${name}`;
};
const inFolders = (names) => `^(${names.map((name) => `${folderOf(name)}/`).join('|')})`;

/**
 * A folder may import from these folders only (itself included); from `types` only what vanishes when compiled.
 */
function band(name, allowed, types = [], files = []) {
  const rule = (suffix, comment, to) => ({
    name: `${name}-${suffix}`,
    comment,
    severity: 'error',
    from: { path: `^${folderOf(name)}/` },
    to,
  });
  const folders = [name, ...allowed, ...types].map((folder) => `${folderOf(folder)}/`);
  return [
    rule('band', `${name} may import only ${allowed.join(', ')}`, {
      path: '^src/',
      pathNot: `^(${[...folders, ...files].join('|')})`,
    }),
    ...(types.length === 0
      ? []
      : [
          rule('band-types', `of ${types.join(', ')}, ${name} may import only types`, {
            path: inFolders(types),
            dependencyTypesNot: ['type-only'],
          }),
        ]),
  ];
}

/** Rooms of the server that hold features: what they do, for whom and for which site. */
const rooms = ['banners', 'sites', 'operators', 'frameworks', 'decisions', 'visits', 'evidence', 'console'];
/** What every room may import of the platform. */
const building = ['kernel', 'csv', 'pdf', 'database', 'storage', 'http'];
const buildingTypes = ['config', 'plugins', 'geo'];
const feature = 'src/server/platform/feature\\.ts$';

const room = (name, others, pure = []) =>
  band(name, [...others, ...pure, ...building], buildingTypes, [feature]);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'a file that no file imports and that imports nothing is unused',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'not-to-test',
      comment: 'production code never imports tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|examples|bench|scripts)/' },
    },
    {
      name: 'not-to-dev-dependencies',
      comment:
        'packages that src/ needs at run time are dependencies or peers; the dashboard and TypeBox are bundled',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/dashboard/' },
      to: {
        pathNot: '/@sinclair/typebox/',
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['npm-peer', 'type-only'],
      },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      // Next.js is not installed here.
      to: { couldNotResolve: true, pathNot: '^next$' },
    },

    // What browsers run, and what they share with the server.
    ...band('standards', []),
    ...band('content', ['standards', 'csv']),
    ...band('layers', []),
    {
      name: 'pure',
      comment: 'standards, content, layers and the client do no I/O of Node and run in a browser too',
      severity: 'error',
      from: { path: inFolders(['standards', 'content', 'layers', 'client']) },
      to: { dependencyTypes: ['core'] },
    },
    ...band('client', []),
    ...band('widget', ['standards', 'layers']),
    {
      name: 'widget-standards',
      comment:
        'of the standards, the widget loads only the choice, its states, months, units of time and Global Privacy Control',
      severity: 'error',
      from: { path: '^src/widget/' },
      to: {
        path: '^src/standards/',
        pathNot: '^src/standards/(choice/|gpc/|calendar\\.ts$|time-units\\.ts$|consent-state\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...band('dashboard', ['client', 'widget', 'layers', 'standards', 'content', 'csv'], ['kernel']),
    {
      name: 'not-to-widget',
      comment: 'the widget runs in browsers: only the preview of the dashboard imports it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(widget|dashboard/preview)/' },
      to: { path: '^src/widget/' },
    },
    {
      name: 'not-to-dashboard',
      comment: 'the dashboard runs in browsers: no other code imports it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/dashboard/' },
      to: { path: '^src/dashboard/' },
    },

    ...band('testing', ['client', 'standards', 'kernel'], [], ['src/index\\.ts$']),
    {
      name: 'not-to-testing',
      comment: 'tests of hosts import it: no other code does',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/testing/' },
      to: { path: '^src/testing/' },
    },

    // The platform: knows no feature.
    ...band('kernel', []),
    ...band('csv', ['kernel']),
    ...band('pdf', ['kernel']),
    ...band('http', ['kernel']),
    ...band('database', ['kernel', 'standards']),
    ...band('storage', ['kernel', 'standards', 'database']),
    ...band('geo', ['kernel', 'standards']),
    ...band('plugins', ['kernel', 'standards'], ['storage']),
    ...band('config', ['kernel', 'standards'], ['database', 'storage', 'geo', 'plugins']),

    // The rooms of the server, from the ground floor up.
    ...room('sites', []),
    ...room('operators', []),
    ...room('banners', ['sites'], ['standards', 'content']),
    ...room('frameworks', ['banners'], ['standards', 'content']),
    ...room('decisions', ['banners', 'frameworks', 'operators'], ['standards']),
    ...room('evidence', ['banners', 'decisions', 'operators'], ['standards']),
    ...room('console', ['banners', 'decisions', 'sites'], ['standards', 'content']),
    ...room('visits', ['banners', 'console', 'frameworks'], ['standards', 'content', 'layers']),
    ...band('demo-data', ['banners', 'decisions', 'kernel', 'database', 'standards']),
    {
      name: 'http-helpers',
      comment:
        'from http, features import only the modules that define routes, parameters and replies; sign-in may import more',
      severity: 'error',
      from: { path: inFolders(rooms), pathNot: '^src/server/operators/auth/' },
      to: {
        path: '^src/server/platform/http/',
        pathNot:
          '/http/(route|request-head|conditional-reply|tenant-caching|wanted-form|paging|cursors|time-range-parameters)\\.ts$',
      },
    },
    {
      name: 'through-index',
      comment: 'another feature is imported through its index.ts',
      severity: 'error',
      from: { path: '^src/server/([^/]+)/([^/]+)/', pathNot: '^src/server/(platform|service|cli)/' },
      to: {
        path: `^src/server/(${rooms.join('|')})/`,
        pathNot: '^src/server/($1/$2/|[^/]+/[^/]+/index\\.ts$)',
      },
    },
    {
      name: 'not-to-auth',
      comment: 'only the composition root knows how operators sign in; features import its types',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/(operators/auth|service)/' },
      to: { path: '^src/server/operators/auth/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'auth-features',
      comment: 'sign-in imports accounts; of other features nothing',
      severity: 'error',
      from: { path: '^src/server/operators/auth/' },
      to: { path: inFolders(rooms), pathNot: '^src/server/operators/(auth/|accounts/index\\.ts$)' },
    },
    {
      name: 'not-to-demo-data',
      comment: 'only the operations of the command line make demo data',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/server/(demo-data/|service/(operations|consent-service)\\.ts$)',
      },
      to: { path: '^src/server/demo-data/' },
    },

    // The top floor.
    {
      name: 'composition-root',
      comment: 'only the public exports and the command line import the composition root',
      severity: 'error',
      from: {
        pathNot: '^(src/server/service/|src/index\\.ts$|src/server/cli/|test/|examples/|bench/|scripts/)',
      },
      to: { path: '^src/server/service/' },
    },
    ...band('cli', ['kernel', 'csv', 'standards', 'content', 'service'], [], ['src/index\\.ts$']),
    {
      name: 'not-to-cli',
      comment: 'the library imports neither the command line nor its environment variables',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/cli/' },
      to: { path: '^src/server/cli/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.test.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};

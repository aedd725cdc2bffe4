// Import rules: see "Import rules" in CONTRIBUTING.md.
const outside = (allowed) => ({ path: '^src/', pathNot: `^src/(${allowed.join('|')})/` });
const typesOnly = ['type-only'];

/**
 * A band may import from these folders only (itself included); from `types` only what vanishes when compiled.
 */
function band(name, allowed, types = []) {
  const rule = (suffix, comment, to) => ({
    name: `${name}-${suffix}`,
    comment,
    severity: 'error',
    from: { path: `^src/${name}/` },
    to,
  });
  return [
    rule('band', `${name} may import only ${allowed.join(', ')}`, outside([name, ...allowed, ...types])),
    ...(types.length === 0
      ? []
      : [
          rule('band-types', `of ${types.join(', ')}, ${name} may import only types`, {
            path: `^src/(${types.join('|')})/`,
            dependencyTypesNot: typesOnly,
          }),
        ]),
  ];
}

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
      comment: 'packages that src/ needs at run time are dependencies or peers; the dashboard is bundled',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/dashboard/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm-peer', 'type-only'] },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },

    ...band('widget', ['standards']),
    {
      name: 'widget-standards',
      comment: 'of the standards, the widget loads only the choice and Global Privacy Control',
      severity: 'error',
      from: { path: '^src/widget/' },
      to: {
        path: '^src/standards/',
        pathNot: '^src/standards/(choice|gpc)/',
        dependencyTypesNot: typesOnly,
      },
    },
    {
      name: 'not-to-widget',
      comment: 'the widget runs in browsers: no other code imports it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(widget|dashboard/preview)/' },
      to: { path: '^src/widget/' },
    },
    ...band('dashboard', ['client', 'widget', 'standards', 'content'], ['kernel', 'api-types']),
    {
      name: 'not-to-dashboard',
      comment: 'the dashboard runs in browsers: no other code imports it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/dashboard/' },
      to: { path: '^src/dashboard/' },
    },
    {
      name: 'client-types',
      comment: 'the client runs in browsers: of the service it imports only types',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { path: '^src/', pathNot: '^src/client/', dependencyTypesNot: typesOnly },
    },
    ...band('kernel', []),
    ...band('standards', []),
    {
      name: 'standards-pure',
      comment: 'standards do no I/O and run in a browser too',
      severity: 'error',
      from: { path: '^src/standards/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'content-pure',
      comment: 'content does no I/O and runs in a browser too',
      severity: 'error',
      from: { path: '^src/content/' },
      to: { dependencyTypes: ['core'] },
    },
    ...band('content', ['standards']),
    ...band('csv', ['kernel']),
    ...band('pdf', ['kernel']),
    ...band('config', ['kernel', 'standards'], ['database', 'storage', 'geo', 'plugins', 'features', 'auth']),
    ...band('database', ['kernel', 'standards'], ['features', 'auth']),
    ...band('storage', ['kernel', 'standards', 'database'], ['features', 'auth']),
    ...band('geo', ['kernel', 'standards'], ['features', 'auth']),
    ...band('plugins', ['kernel', 'standards'], ['storage', 'features', 'auth']),
    ...band('http', ['kernel']),
    ...band(
      'features',
      ['kernel', 'standards', 'content', 'csv', 'pdf', 'database', 'storage', 'http'],
      ['config', 'plugins', 'geo', 'auth'],
    ),
    ...band('auth', ['kernel', 'database', 'http', 'features'], ['config']),
    ...band('demo-data', ['kernel', 'standards', 'database', 'features']),
    {
      name: 'features-http-helpers',
      comment: 'from http, features import only the modules that define routes, parameters and replies',
      severity: 'error',
      from: { path: '^src/features/' },
      to: {
        path: '^src/http/',
        pathNot:
          '^src/http/(route|request-path|conditional-reply|tenant-caching|wanted-form|paging|cursors|time-range-parameters)\\.ts$',
      },
    },
    {
      name: 'features-through-index',
      comment: 'another feature is imported through its index.ts',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/[^/]+/', pathNot: '^src/features/($1/|[^/]+/index\\.ts$)' },
    },
    {
      name: 'demo-data-features',
      comment: 'demo data imports features through their index.ts',
      severity: 'error',
      from: { path: '^src/demo-data/' },
      to: { path: '^src/features/', pathNot: '^src/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'not-to-demo-data',
      comment: 'only the operations of the command line make demo data',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(demo-data/|service/(operations|consent-service)\\.ts$)' },
      to: { path: '^src/demo-data/' },
    },
    {
      name: 'auth-features',
      comment: 'auth imports accounts and tenants, through their index.ts',
      severity: 'error',
      from: { path: '^src/auth/' },
      to: { path: '^src/features/', pathNot: '^src/features/(feature|(accounts|tenants)/index)\\.ts$' },
    },
    {
      name: 'cli-band',
      comment:
        'the command line imports the entry points for hosts, the kernel, CSV, and the service with its operations',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: { path: '^src/', pathNot: '^src/(cli/|csv/|kernel/|service/|index\\.ts$)' },
    },
    {
      name: 'not-to-cli',
      comment: 'the library imports neither the command line nor its environment variables',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'composition-root',
      comment: 'only the public exports and the command line import the composition root',
      severity: 'error',
      from: { pathNot: '^(src/service/|src/index\\.ts$|src/cli/|test/|examples/|bench/|scripts/)' },
      to: { path: '^src/service/' },
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

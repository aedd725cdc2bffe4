import { isAbsolute, posix } from 'node:path';
import { type DatabaseChoice, folderToMake } from './choices';
import type { ModuleKind } from './edit-entry';
import { widgetTag } from './edit-page';

/** Names of the variables in `.env`, which the commands read too. */
export const variables = {
  adminEmail: 'EXPRESS_CONSENT_ADMIN_EMAIL',
  adminPassword: 'EXPRESS_CONSENT_ADMIN_PASSWORD',
  masterSecret: 'EXPRESS_CONSENT_MASTER_SECRET',
  dataSigningHash: 'EXPRESS_CONSENT_DATA_SIGNING_HASH',
  database: 'EXPRESS_CONSENT_DATABASE',
} as const;

export interface ServiceModule {
  readonly file: string;
  readonly database: DatabaseChoice;
  readonly databaseVariable: string;
  /** Whether the app loads `.env` with dotenv, which happens after its imports. */
  readonly usesDotenv: boolean;
  /** Whether a file in TypeScript becomes an ES module, as `type` in `package.json` says. */
  readonly isModule: boolean;
}

/** Returns the module that creates the service. */
export function serviceModule(
  kind: ModuleKind,
  { file, database, databaseVariable, usesDotenv, isModule }: ServiceModule,
): string {
  const isCjs = kind === 'cjs';
  const { driver, address } = database;
  const sqliteFile = driver === 'pg' || driver === 'mysql2' ? null : (address ?? '').replaceAll('\\', '/');
  const place =
    sqliteFile === null || isAbsolute(sqliteFile) ? null : findFile(kind, file, isModule, sqliteFile);
  const type = kind === 'ts' ? ': ConsentServiceConfig' : '';
  const client =
    sqliteFile === null
      ? `client: '${driver}', connection: process.env.${databaseVariable}`
      : `client: '${driver}', connection: { filename${place === null ? `: ${quote(sqliteFile)}` : ''} }, useNullAsDefault: true`;
  const dotenv = isCjs ? "require('dotenv/config');" : "import 'dotenv/config';";
  const imports = isCjs
    ? ["const { createConsentService } = require('express-consent');", "const knex = require('knex');"]
    : [
        `import { ${kind === 'ts' ? 'type ConsentServiceConfig, ' : ''}createConsentService } from 'express-consent';`,
        "import knex from 'knex';",
      ];
  const own = isCjs ? 'const' : 'export const';
  return [
    ...(usesDotenv ? [dotenv] : []),
    ...(place?.imports ?? []),
    ...imports,
    '',
    'const {',
    `  ${variables.adminEmail}: adminEmail,`,
    `  ${variables.adminPassword}: adminPassword,`,
    `  ${variables.masterSecret}: masterSecret,`,
    `  ${variables.dataSigningHash}: dataSigningHash,`,
    '} = process.env;',
    'if (!masterSecret || !dataSigningHash)',
    '  throw new Error(',
    `    '${variables.masterSecret} or ${variables.dataSigningHash} is not set. Write both into .env, and start the app ${usesDotenv ? 'in the folder of .env' : 'with node --env-file=.env'}',`,
    '  );',
    '',
    ...(place?.lines ?? []),
    `// Commands read it too: npx express-consent migrate --env-file .env --config ${file}`,
    `${own} config${type} = {`,
    `  knex: knex({ ${client} }),`,
    '  auth: { adminEmail, adminPassword, masterSecret },',
    '  compliance: { dataSigningHash },',
    '  visitorCookie: { requireProof: true },',
    '  dashboard: { enabled: true },',
    '};',
    '',
    `${own} consent = createConsentService(config);`,
    ...(isCjs ? ['', 'module.exports = { config, consent };'] : []),
    '',
  ].join('\n');
}

const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

/** Returns what names a SQLite file from the place of the module, so that the app can start in any folder. */
function findFile(
  kind: ModuleKind,
  file: string,
  isModule: boolean,
  sqliteFile: string,
): { readonly imports: readonly string[]; readonly lines: readonly string[] } {
  const isEsm = kind === 'esm' || (kind === 'ts' && isModule);
  const folder = folderToMake({ driver: 'better-sqlite3', address: sqliteFile });
  const above = posix.relative(posix.dirname(file), '.');
  const here = isEsm ? 'dirname(fileURLToPath(import.meta.url))' : '__dirname';
  const isUsed = {
    existsSync: kind === 'ts',
    mkdirSync: folder !== null,
    dirname: kind === 'ts' || isEsm || folder !== null,
    join: true,
    fileURLToPath: isEsm,
  };
  const load = (names: readonly (keyof typeof isUsed)[], name: string) => {
    const used = names.filter((each) => isUsed[each]).join(', ');
    if (used === '') return [];
    return [
      kind === 'cjs' ? `const { ${used} } = require('${name}');` : `import { ${used} } from '${name}';`,
    ];
  };
  return {
    imports: [
      ...load(['existsSync', 'mkdirSync'], 'node:fs'),
      ...load(['dirname', 'join'], 'node:path'),
      ...load(['fileURLToPath'], 'node:url'),
    ],
    lines: [
      ...(kind === 'ts'
        ? [
            '// Finds the folder of package.json, also from the copy of this file that a compiler writes.',
            'const findFolder = (from: string): string => {',
            "  if (existsSync(join(from, 'package.json'))) return from;",
            '  return dirname(from) === from ? process.cwd() : findFolder(dirname(from));',
            '};',
            // Node runs TypeScript with imports as an ES module, also where package.json does not say so.
            `const folder = findFolder(${isEsm ? here : "typeof __dirname === 'string' ? __dirname : process.cwd()"});`,
          ]
        : [`const folder = ${above === '' ? here : `join(${here}, '${above}')`};`]),
      `const filename = join(folder, ${quote(sqliteFile)});`,
      ...(folder === null
        ? []
        : [
            'mkdirSync(dirname(filename), { recursive: true, mode: 0o700 }); // for the user of the app only',
          ]),
      '',
    ],
  };
}

/** Returns a minimal app that serves the folder `public`. */
export function minimalApp(kind: ModuleKind, specifier: string): string {
  const isCjs = kind === 'cjs';
  const listen = [
    'app.listen(port, (error) => {',
    '  if (error) throw error;',
    "  console.log('Page:      http://localhost:' + port);",
    "  console.log('Dashboard: http://localhost:' + port + '/svc/');",
    '});',
  ];
  return [
    ...(isCjs
      ? ["const express = require('express');", `const { consent } = require('${specifier}');`]
      : ["import express from 'express';", `import { consent } from '${specifier}';`]),
    '',
    'const app = express();',
    'app.use(consent.publicRouter, consent.adminRouter); // /svc/',
    "app.use(express.static('public'));",
    '',
    "const port = Number(process.env.PORT ?? '3000');",
    ...(isCjs
      ? ['consent.start().then(() => {', ...listen.map((line) => `  ${line}`), '});']
      : ['await consent.start();', ...listen]),
    '',
  ].join('\n');
}

/** Returns a page with the tag, an example of what waits for consent, and a way back to the choices. */
export const minimalPage = (locale: string): string => `<!doctype html>
<html lang="${locale}">
<head>
  <meta charset="utf-8">
  ${widgetTag}
  <meta name="viewport" content="width=device-width">
  <title>My site</title>
  <link rel="icon" href="data:,">
</head>
<body>
  <h1>My site</h1>
  <p><button data-consent-open>Privacy settings</button></p>

  <!-- Runs once the visitor allows statistics, and not before. -->
  <script type="text/plain" data-category="analytics">
    document.body.append('Visits are counted.');
  </script>
</body>
</html>
`;

/** Settings for a new app in TypeScript that Node or tsx runs without a build. */
export const tsconfig = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "skipLibCheck": true,
    "allowImportingTsExtensions": true,
    "noEmit": true
  }
}
`;

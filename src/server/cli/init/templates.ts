import type { DatabaseChoice } from './choices';
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
}

/** Returns the module that creates the service. */
export function serviceModule(
  kind: ModuleKind,
  { file, database: { driver, address }, databaseVariable, usesDotenv }: ServiceModule,
): string {
  const isCjs = kind === 'cjs';
  const type = kind === 'ts' ? ': ConsentServiceConfig' : '';
  const client =
    driver === 'pg' || driver === 'mysql2'
      ? `client: '${driver}', connection: process.env.${databaseVariable}`
      : `client: '${driver}', connection: { filename: '${address?.replaceAll('\\', '/').replaceAll("'", "\\'")}' }, useNullAsDefault: true`;
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
    ...imports,
    '',
    'const {',
    `  ${variables.adminEmail}: adminEmail,`,
    `  ${variables.adminPassword}: adminPassword,`,
    `  ${variables.masterSecret}: masterSecret,`,
    `  ${variables.dataSigningHash}: dataSigningHash,`,
    '} = process.env;',
    'if (!masterSecret || !dataSigningHash)',
    `  throw new Error('The secrets of express-consent are missing. ${usesDotenv ? 'Start the app in the folder of .env' : 'Start the app with node --env-file=.env'}');`,
    '',
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

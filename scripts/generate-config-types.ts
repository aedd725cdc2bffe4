// Writes src/server/platform/config/config-types.ts from the configuration's schema: `npm run generate`.
import { ConfigSchema, secretPaths } from '#platform/config/config-schema';
import { literal, type Schema } from './schema-text';
import { declaration, limitsSentence } from './typescript-text';

const head = `// Generated from src/server/platform/config/config-schema.ts by \`npm run generate\`; do not edit.
import type { Knex } from 'knex';
import type { GeoProvider } from '../geo/geo-provider';
import type { CustomUser, PurgeHook, RateLimitStore, ReceiptFont, RequestFunction, TranslateHook, TrustProxy } from '../kernel/host-types';
import type { Logger } from '../kernel/logger';
import type { PluginInput } from '../plugins/plugin-contract';
import type { StorageAdapter } from '../storage/storage-adapter';
`;

function notes(schema: Schema, path: string): string[] {
  const standard =
    schema.hostObject?.without ??
    (schema.default !== undefined && !schema.properties ? literal(schema.default) : undefined);
  return [
    limitsSentence(schema),
    (secretPaths as readonly string[]).includes(path) ? 'Secret.' : '',
    standard === undefined ? '' : `Default: \`${standard}\`.`,
  ];
}

function render(): string {
  const schema: Schema = ConfigSchema;
  const { rateLimit, ...properties } = schema.properties as Record<string, Schema>;
  const described = {
    ...schema,
    description: 'Configuration for `createConsentService`: only `knex` is required.',
    // `false` is not in the schema: it is converted to `{ enabled: false }` before validation.
    properties: {
      ...properties,
      rateLimit: { description: rateLimit?.description, anyOf: [rateLimit, { const: false }] },
    },
    required: ['knex'],
  } as Schema;
  return `${head}\n${declaration('ConsentServiceConfig', described, { getName: () => undefined, isMutable: true, notes })}`;
}

export const pages = { 'src/server/platform/config/config-types.ts': render };

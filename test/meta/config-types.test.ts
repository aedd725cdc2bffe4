import { readFileSync } from 'node:fs';
import type {
  ConsentRecord,
  ConsentRecordView,
  ConsentServiceConfig,
  ConsentSubmission,
  ProfileJson,
  PublishedProfile,
} from 'express-consent';
import type { Knex } from 'knex';
import ts from 'typescript';
import type { ProfileJson as ProfileOfSchema } from '#banners/profiles/profile-schemas';
import type { PublishedProfile as PublishedOfSchema } from '#banners/profiles/published-profile-schema';
import type {
  ConsentRecord as RecordOfSchema,
  ConsentInput as SubmissionOfSchema,
} from '#decisions/consent/consent-schemas';
import type { ResolvedConfig } from '#platform/config/config-schema';
import type { GeoProvider } from '#platform/geo/geo-provider';
import type { RateLimitStore, ReceiptFont } from '#platform/kernel/host-types';
import type { Logger } from '#platform/kernel/logger';
import type { PluginInput } from '#platform/plugins/plugin-contract';
import type { StorageAdapter } from '#platform/storage/storage-adapter';

type Opaque =
  | ReceiptFont
  | Knex
  | StorageAdapter
  | GeoProvider
  | Logger
  | PluginInput
  | RateLimitStore
  | ((...args: never[]) => unknown);
type Input<T> = T extends Opaque
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Item[]
    : T extends object
      ? { [Key in keyof T]?: Input<T[Key]> | undefined }
      : T;
/** The values that the schema lets a host pass. */
type FromSchema = Omit<Input<ResolvedConfig>, 'knex' | 'rateLimit'> & {
  knex: Knex;
  rateLimit?: Input<ResolvedConfig['rateLimit']> | false | undefined;
};

/** The compiler refuses this file when the two differ; keys of optional sections are compared one by one. */
type Required2<T> = T extends Opaque
  ? T
  : T extends object
    ? { [Key in keyof T]-?: Required2<Exclude<T[Key], undefined>> }
    : T;
const toSchema = (written: Required2<ConsentServiceConfig>): FromSchema => written;
const fromSchema = (resolved: ResolvedConfig): ConsentServiceConfig => resolved;

test('the written types of the configuration are those of its schema', () => {
  expect([typeof toSchema, typeof fromSchema]).toEqual(['function', 'function']);
});

test('the exported types of bodies, answers and events are those of the schemas', () => {
  const submission: (field: keyof SubmissionOfSchema) => keyof ConsentSubmission = (same) => same;
  const profile: (field: keyof ProfileOfSchema) => keyof ProfileJson = (same) => same;
  const published: (field: keyof PublishedOfSchema) => keyof PublishedProfile = (same) => same;
  const record: (exported: RecordOfSchema) => ConsentRecord = (same) => same;
  const event: (exported: RecordOfSchema) => ConsentRecordView = (same) => same;
  // Events carry every field of a record, and no other.
  const fields: (field: keyof ConsentRecordView) => keyof RecordOfSchema = (same) => same;
  const others: (field: keyof RecordOfSchema) => keyof ConsentRecordView = (same) => same;
  expect(
    [submission, profile, published, record, event, fields, others].map((check) => check.length),
  ).toEqual([1, 1, 1, 1, 1, 1, 1]);
});

test('every key of the configuration has a comment, which editors show', () => {
  const path = 'src/server/platform/config/config-types.ts';
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const bare: string[] = [];
  const keys: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isPropertySignature(node)) {
      keys.push(node.name.getText());
      if (ts.getJSDocCommentsAndTags(node).length === 0) bare.push(node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  expect(bare).toEqual([]);
  expect(keys).toEqual(expect.arrayContaining(['knex', 'basePath', 'masterSecret', 'maxAge']));
});

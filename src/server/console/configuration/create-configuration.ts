import type { RunUnitOfWork } from '#platform/database/unit-of-work';
import type { FaultDetail } from '#platform/kernel/errors';
import { holdTenant } from '#sites/tenants/index';
import { type Base, type FileKind, fileSchemas } from './configuration-schemas';
import { keysRepository } from './keys-repository';
import { type ConfigurationFile, parseFile } from './parse-file';
import { makePlan, type Plan, type PlanOptions } from './plan';
import { planConsequences } from './plan-consequences';
import { type PushOptions, type PushResult, pushPlan } from './push';
import { type ConfigurationSources, readResources, type ServerResource } from './read-resources';
import { hashDocument, type ResourceDocument } from './resource-document';

/** Profiles, templates and settings of a tenant as files. */
export interface Configuration {
  /** JSON Schemas of the files, by kind. */
  readonly schemas: Readonly<Record<FileKind, object>>;
  /** Checks the parsed JSON of a file. Returns its faults when it does not match its schema. */
  parse(kind: FileKind, value: unknown): ConfigurationFile | readonly FaultDetail[];
  /** Returns the hashes of a file's content, as `base` has them after a pull. */
  hash(document: ResourceDocument): Base;
  /** Reads the resources of a tenant, and keeps the keys that they get. */
  pull(tenantId: string): Promise<readonly PulledResource[]>;
  /** Compares files with the server. Writes nothing until `push` is called, which also keeps the keys of all files. */
  plan(
    tenantId: string,
    files: readonly ConfigurationFile[],
    options: PlanOptions,
  ): Promise<Plan & { push(options: PushOptions): Promise<PushResult> }>;
}

export interface PulledResource extends ResourceDocument {
  readonly base: Base;
}

export function createConfiguration(
  sources: ConfigurationSources & { readonly runUnit: RunUnitOfWork },
): Configuration {
  /** Keeps the keys that resources have got from their names, so that they stay when these change. */
  async function keepKeys(tenantId: string, resources: readonly ServerResource[]): Promise<void> {
    const unnamed = resources.filter(({ kind, hasKey }) => !hasKey && kind !== 'settings');
    if (unnamed.length === 0) return;
    await sources.runUnit(async (unit) => {
      await holdTenant(unit, tenantId);
      const repository = keysRepository(unit.tenant(tenantId));
      for (const { kind, key, id } of unnamed) await repository.save(kind, key, id, null);
    });
  }

  return {
    schemas: fileSchemas,
    parse: parseFile,
    hash: hashDocument,

    async pull(tenantId) {
      const { resources } = await readResources(sources, tenantId);
      await keepKeys(tenantId, resources);
      return resources.map(({ kind, key, body }) => {
        const document = { kind, key, body };
        return { ...document, base: hashDocument(document) };
      });
    },

    async plan(tenantId, files, options) {
      const state = await readResources(sources, tenantId);
      const compared = await makePlan(files, state, sources, options);
      const plan = planConsequences(compared, files, state.resources, options);
      const hasFile = ({ kind, key }: ServerResource) =>
        files.some((file) => file.kind === kind && file.key === key);
      return {
        ...plan,
        async push(how) {
          await keepKeys(tenantId, state.resources.filter(hasFile));
          return pushPlan(plan, state, sources, tenantId, how);
        },
      };
    },
  };
}

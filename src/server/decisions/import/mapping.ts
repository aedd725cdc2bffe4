import Ajv from 'ajv';
import { SetupError } from '#platform/kernel/errors';
import { findUnsafeJson } from '#platform/kernel/json';
import { Mapping } from './mapping-schema';
import { presets } from './presets';

/**
 * Returns the mapping of an import: a preset, the operator's own, or a preset with some fields replaced.
 * @param own parsed JSON
 * @throws SetupError naming the fault
 */
export function readMapping(preset: string | undefined, own: unknown): Mapping {
  if (preset === undefined && own === undefined)
    throw new SetupError(
      'Describe the columns with a preset, a mapping, or a preset and a mapping of its differences',
    );
  const base = preset === undefined ? {} : presets.get(preset);
  if (base === undefined)
    throw new SetupError(`There is no preset "${preset}"; the presets are ${[...presets.keys()].join(', ')}`);
  const unsafe = findUnsafeJson(own ?? {});
  if (unsafe !== null)
    throw new SetupError(`The mapping ${unsafe.message}${unsafe.path === '' ? '' : ` (${unsafe.path})`}`);
  if (own !== undefined && (typeof own !== 'object' || own === null || Array.isArray(own)))
    throw new SetupError('The mapping must be a JSON object');
  const mapping: unknown = { ...base, ...own };
  const ajv = new Ajv({ strict: false });
  if (!ajv.validate<Mapping>(Mapping, mapping)) {
    // The first fault in a union is that of its first form, which may not be the one meant.
    const [fault] = ajv.errors ?? [];
    const path = (fault?.instancePath ?? '').startsWith('/decision')
      ? '/decision'
      : (fault?.instancePath ?? '');
    const message =
      path === '/decision'
        ? 'must have one of the forms in the import guide'
        : `${fault?.message}${extraKey(fault?.params)}`;
    throw new SetupError(
      `The mapping is not valid: ${path.slice(1).replaceAll('/', '.') || 'it'} ${message}`,
    );
  }
  if (mapping.createdAt === undefined && mapping.updatedAt === undefined)
    throw new SetupError('The mapping must name createdAt or updatedAt, the time of the decision');
  return mapping;
}

const extraKey = (params: object | undefined) =>
  params !== undefined && 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';

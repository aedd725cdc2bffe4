import type { ConfigurationFile } from './parse-file';
import type { ServerResource } from './read-resources';

/** Returns the fields of a template's file, with those that it had before and lacks now, so that they are removed. */
export function toTemplateInput(
  { kind, body }: Pick<ConfigurationFile, 'kind' | 'body'>,
  resource: ServerResource | null,
): unknown {
  const { key: _key, ...fields } = body;
  if (kind === 'consentTemplate') return { services: {}, ...fields };
  const before = resource?.body ?? {};
  const part = (name: string) => {
    const old = (before[name] ?? {}) as object;
    return {
      ...Object.fromEntries(Object.keys(old).map((field) => [field, undefined])),
      ...((fields[name] ?? {}) as object),
    };
  };
  return {
    ...fields,
    mainBanner: part('mainBanner'),
    preferenceModal: part('preferenceModal'),
    theme: fields.theme ?? {},
  };
}

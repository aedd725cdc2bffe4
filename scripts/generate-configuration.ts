// Writes docs/reference/configuration.md from the configuration's schema: `npm run docs`.
import { ConfigSchema, secretPaths } from '#platform/config/config-schema';
import { code, page, table } from './markdown';
import { limitsText, literal, type Schema, typeText } from './schema-text';

const introduction = `The configuration keys of \`createConsentService(config)\`. Only \`knex\` is required; every other key has a default. An invalid or unknown key throws a \`ConfigError\`
whose \`errors\` list every fault at once as \`{ path, message }\`. The service uses a frozen copy: later changes to the object have no effect.

Nothing is read from the environment. Keep secrets (marked below) out of your code and pass them from the place where your app stores its own.`;

interface Key {
  readonly path: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** Returns whether a key is a section, which contains keys; every other key is a value. */
function isSection(schema: Schema): boolean {
  return schema.properties !== undefined && schema.default !== undefined;
}

function listKeys(schema: Schema, path = ''): Key[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const key = { path: `${path}${name}`, schema: inner, required: schema.required?.includes(name) ?? false };
    return [...(path === '' && isSection(inner) ? [] : [key]), ...listKeys(inner, `${key.path}.`)];
  });
}

function defaultText({ path, schema, required }: Key): string {
  if (path === 'knex') return 'required';
  if (schema.hostObject?.without !== undefined)
    return /[()]/.test(schema.hostObject.without)
      ? code(schema.hostObject.without)
      : schema.hostObject.without;
  if (isSection(schema)) return '';
  if (schema.default !== undefined)
    return Array.isArray(schema.default) && schema.default.length > 0
      ? schema.default.map((item) => code(literal(item))).join(', ')
      : code(literal(schema.default));
  return required ? 'required' : 'unset';
}

function meaning({ path, schema }: Key): string {
  return [
    schema.description ?? '',
    limitsText(schema) && `(${limitsText(schema)})`,
    (secretPaths as readonly string[]).includes(path) && '**Secret.**',
  ]
    .filter(Boolean)
    .join(' ');
}

function keyTable(keys: readonly Key[]): string {
  return table(
    ['Key', 'Type', 'Default', 'Meaning'],
    keys.map((key) => [
      code(key.path),
      code(key.schema.properties ? 'object' : typeText(key.schema)),
      defaultText(key),
      meaning(key),
    ]),
  );
}

function render(): string {
  const keys = listKeys(ConfigSchema);
  const sections = Object.entries(ConfigSchema.properties as Record<string, Schema>).filter(([, schema]) =>
    isSection(schema),
  );
  return page('Configuration', 'src/server/platform/config/config-schema.ts', [
    introduction,
    '## Top level',
    keyTable(keys.filter(({ path }) => !path.includes('.'))),
    ...sections.flatMap(([name, { description = '' }]) => [
      `## ${code(name)}`,
      description,
      keyTable(keys.filter(({ path }) => path.startsWith(`${name}.`))),
    ]),
  ]);
}

export const pages = { 'docs/reference/configuration.md': render };

import { ConfigSchema } from '#platform/config/config-schema';
import { patternRules, patternSentences } from '#platform/kernel/pattern-sentences';
import { describedRoutes } from '../../scripts/generate-api';

/** Returns the patterns of values in a schema, each with the place of its first use. */
function findPatterns(
  schema: unknown,
  place: string,
  found = new Map<string, string>(),
): Map<string, string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'propertyNames') continue;
    if (key === 'pattern' && typeof value === 'string') {
      if (!found.has(value)) found.set(value, place);
    } else findPatterns(value, key === 'properties' || key === 'items' ? place : `${place}.${key}`, found);
  }
  return found;
}

const routes = Object.values(describedRoutes()).flat();
const patterns = new Map([
  ...routes.flatMap(({ id, body, query, params }) => [...findPatterns({ body, query, params }, id)]),
  ...findPatterns(ConfigSchema, 'config'),
]);

test('every pattern of the configuration and of a request has a sentence in `src/server/platform/kernel/pattern-sentences.ts`', () => {
  const missing = [...patterns].filter(([pattern]) => !Object.hasOwn(patternSentences, pattern));
  expect(missing.map(([pattern, place]) => `${place}: ${pattern}`)).toEqual([]);
});

test('every sentence and every rule belongs to a pattern', () => {
  const known = [...Object.keys(patternSentences), ...Object.keys(patternRules)];
  expect(known.filter((pattern) => !patterns.has(pattern))).toEqual([]);
});

test('no sentence shows a pattern', () => {
  for (const sentence of Object.values(patternSentences)) {
    expect(sentence).toMatch(/^must /);
    expect(sentence).not.toMatch(/[\^\\]|\[[^\]]*-|\(\?/);
  }
});

import type { TSchema } from '@sinclair/typebox';
import { ProfileJson } from '#banners/profiles/profile-schemas';
import { Theme, UiBanner, UiModal } from '#banners/templates/index';
import { fieldWords } from '../../src/dashboard/screens/banner/fields/field-words';
import { words as lookWords } from '../../src/dashboard/screens/banner/look/words';

/** Lists the fields of a schema and of everything in it; entries of records have ids of the operator. */
function listFields(schema: TSchema): string[] {
  const { properties = {}, patternProperties = {}, items, anyOf = [] } = schema;
  const own = Object.keys(properties);
  const inside = [...Object.values(properties), ...Object.values(patternProperties), items ?? [], ...anyOf];
  return [...own, ...inside.flat().flatMap((part) => listFields(part as TSchema))];
}

test('every field of a banner and its look has a name for operators', () => {
  const { fields } = fieldWords.en;
  const { colours, ...look } = lookWords.en;
  const unnamed = (schemas: readonly TSchema[], named: object) =>
    schemas.flatMap(listFields).filter((field) => field !== 'isActive' && !Object.hasOwn(named, field));
  expect(unnamed([ProfileJson, UiBanner, UiModal], fields)).toEqual([]);
  expect(unnamed([Theme], { ...fields, ...look, ...colours })).toEqual([]);
});

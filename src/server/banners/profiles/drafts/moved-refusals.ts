import type { Finding, ProfileJson } from '../profile-schemas';

/** Most findings of one save; one more tells how many are left out. */
const maxFindings = 50;

/**
 * Lists what a version changes about categories of the published one that visitors have decided on. Their
 * refusals are carried over, but what they granted under another name is not consent to the new one.
 */
export function findMovedRefusals(published: ProfileJson, next: ProfileJson): Finding[] {
  const rule = 'category/decided-on';
  const advice = 'Save or publish with `requireReconsent` so that visitors are asked again';
  const [before, after] = [findHomes(published), findHomes(next)];
  const gone = [...before.optional].filter((category) => !after.all.has(category));
  const moved = [...before.homes].flatMap(([parameter, category]) => {
    const home = after.homes.get(parameter) ?? after.mandatory.get(parameter);
    return home === undefined || home === category || gone.includes(category)
      ? []
      : [{ parameter, category, home }];
  });
  const findings: Finding[] = [
    ...gone.map((category) => ({
      rule,
      category,
      message: `The published version has the category “${category}”, which this one removes or renames. ${advice}`,
    })),
    ...moved.map(({ parameter, category, home }) => ({
      rule,
      category: home,
      parameter,
      message: `The cookie “${parameter}” moves from the category “${category}” of the published version to “${home}”. ${advice}`,
    })),
  ];
  const left = findings.length - maxFindings;
  return left > 0
    ? [
        ...findings.slice(0, maxFindings),
        { rule, message: `${left} more categories or cookies changed. ${advice}` },
      ]
    : findings;
}

function findHomes({ preferenceModal }: ProfileJson) {
  const categories = Object.entries(preferenceModal?.categories ?? {});
  const isMandatory = (legalBasis: string | undefined) => legalBasis === 'mandatory';
  const homes = (mandatory: boolean) =>
    new Map(
      categories
        .filter(([, { legalBasis }]) => isMandatory(legalBasis) === mandatory)
        .flatMap(([category, { cookies = [] }]) =>
          cookies.map((parameter) => [parameter, category] as const),
        ),
    );
  return {
    all: new Set(categories.map(([category]) => category)),
    optional: new Set(categories.filter(([, { legalBasis }]) => !isMandatory(legalBasis)).map(([id]) => id)),
    /** Category of each parameter that visitors can refuse. */
    homes: homes(false),
    mandatory: homes(true),
  };
}

import type { CookiePlacement, ProfileRules } from './profile-rules';

/**
 * Combines the rules of profiles, for answers to visitors whose profile is not known. What one profile calls optional is
 * optional, and nothing optional is allowed before a choice.
 * @param list begins with the profile that reports name for what no profile knows
 */
export function combineRules(list: readonly [ProfileRules, ...ProfileRules[]]): ProfileRules {
  const [first] = list;
  if (list.length === 1) return first;
  const categories = unite(list.map((rules) => rules.categories));

  const optional = new Set(
    list.flatMap((rules) => rules.categories.filter((id) => !rules.mandatory.has(id))),
  );
  const mandatory = new Set(categories.filter((id) => !optional.has(id)));

  const refused = new Set(list.flatMap((rules) => listRefused(rules, mandatory)));
  const mergeHosts = (
    keys: readonly string[],
    read: (rules: ProfileRules) => ProfileRules['hosts'],
    isMandatory: (key: string) => boolean,
  ) =>
    new Map(
      keys.map((key) => [
        key,
        unite(list.map((rules) => read(rules).get(key) ?? [])).filter(
          (host) => !isMandatory(key) || !refused.has(host),
        ),
      ]),
    );

  const services = list.flatMap((rules) => [...rules.categoryOf]);
  const isMandatory = ([, category]: readonly [string, string]) => mandatory.has(category);
  // Of several entries of one key a map keeps the last.
  const categoryOf = new Map([
    ...services.filter(isMandatory),
    ...services.filter((entry) => !isMandatory(entry)),
  ]);

  return {
    profileId: first.profileId,
    asksFirst: list.some((rules) => rules.asksFirst),
    fitsCookie: list.every((rules) => rules.fitsCookie),
    mandatory,
    categories,
    categoryOf,
    hosts: mergeHosts(
      categories,
      (rules) => rules.hosts,
      (id) => mandatory.has(id),
    ),
    serviceHosts: mergeHosts(
      [...categoryOf.keys()],
      (rules) => rules.serviceHosts,
      (key) => mandatory.has(categoryOf.get(key) ?? ''),
    ),
    allowedBefore: () => mandatory,
    listedAs: (name) => unite(list.map((rules) => rules.listedAs(name))),
    placeCookie(name) {
      let found: CookiePlacement | undefined;
      for (const rules of list) {
        const placement = rules.placeCookie(name);
        if (
          typeof placement === 'object' &&
          !placement.holders.some(({ category }) => mandatory.has(category))
        )
          return placement;
        if (found === undefined || found === 'unlisted' || found === 'likely') found = placement;
      }
      return found ?? 'unlisted';
    },
  };
}

/** Returns the hosts that a profile names for optional purposes alone. */
function listRefused(rules: ProfileRules, mandatory: ReadonlySet<string>): string[] {
  const named = [
    ...rules.hosts,
    ...[...rules.serviceHosts].map(([key, hosts]) => [rules.categoryOf.get(key) ?? '', hosts] as const),
  ];
  const needed = new Set(named.flatMap(([category, hosts]) => (mandatory.has(category) ? hosts : [])));
  return named.flatMap(([, hosts]) => hosts.filter((host) => !needed.has(host)));
}

const unite = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

import type { CookiePlacement, ProfileRules } from './profile-rules';

/**
 * Combines the rules of profiles for an answer of which nobody knows which of their visitors get it. What one profile calls
 * optional is optional, whatever the others say.
 * @param list that whose id reports name for what no profile knows comes first
 */
export function combineRules(list: readonly [ProfileRules, ...ProfileRules[]]): ProfileRules {
  const [first] = list;
  if (list.length === 1) return first;
  const categories = unite(list.map((rules) => rules.categories));

  /** Returns the categories that are among the selected ones of each profile that has them. */
  const selectInEach = (select: (rules: ProfileRules) => ReadonlySet<string>) =>
    new Set(
      categories.filter((id) =>
        list.every((rules) => select(rules).has(id) || !rules.categories.includes(id)),
      ),
    );
  const mandatory = selectInEach((rules) => rules.mandatory);
  const before = [false, true].map((gpc) => selectInEach((rules) => rules.allowedBefore(gpc)));

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
    allowedBefore: (gpcSignal) => before[Number(gpcSignal)] ?? new Set(),
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

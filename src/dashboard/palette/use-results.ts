import { useEffect, useState } from 'react';
import { useResource } from '../api/use-resource';
import { useSession } from '../app/session';
import { folded, isMatch, useWords } from '../words';
import type { Group, Option } from './group';
import { useCommands } from './use-commands';
import { words } from './words';

/** Greatest number of options in a group. */
const mostOfGroup = 6;
/** Time without typing after which the service is asked (ms). */
const pauseMs = 250;
const leastLength = 3;

/** Returns what matches a search; screens and actions for an empty one. */
export function useResults(typed: string): {
  readonly groups: readonly Group[];
  readonly isPending: boolean;
} {
  const q = typed.trim();
  const commands = useCommands();
  const banners = useBanners();
  const people = usePeople();
  const visitors = useVisitors(q);
  if (q === '') return { groups: commands.filter(isFilled), isPending: false };
  const found = [...commands, banners, people].map((group) => ({
    ...group,
    options: bestOf(group.options, q),
  }));
  return {
    groups: inOrder([...found, visitors.group].filter(isFilled), q),
    isPending: banners.isPending || people.isPending || visitors.isPending,
  };
}

const isFilled = ({ options }: Group) => options.length > 0;

const begins = (q: string, option: Option | undefined) =>
  option !== undefined && folded(option.label).startsWith(folded(q));

/** Returns the groups in their order, those first whose best option begins with the search. */
const inOrder = (groups: readonly Group[], q: string): readonly Group[] =>
  groups.toSorted((a, b) => Number(begins(q, b.options[0])) - Number(begins(q, a.options[0])));

/** Returns the options that match, those first that begin with the search. */
const bestOf = (options: readonly Option[], q: string): readonly Option[] =>
  options
    .filter(({ label, note = '' }) => isMatch(q, `${label} ${note}`))
    .sort((a, b) => Number(begins(q, b)) - Number(begins(q, a)))
    .slice(0, mostOfGroup);

function useBanners(): Group & { readonly isPending: boolean } {
  const { can } = useSession();
  const isAllowed = can('profiles:read');
  const { data, isPending } = useResource(
    'listProfiles',
    { query: { summary: '1' } },
    { enabled: isAllowed },
  );
  return {
    id: 'banners',
    title: useWords(words).banners,
    options: (data ?? []).map(({ id, name }) => ({
      id: `banner ${id}`,
      label: name,
      icon: 'banner',
      to: `/banners/${id}`,
    })),
    isPending: isAllowed && isPending,
  };
}

function usePeople(): Group & { readonly isPending: boolean } {
  const { can } = useSession();
  const isAllowed = can('users:read');
  const { data, isPending } = useResource('listUsers', undefined, { enabled: isAllowed });
  return {
    id: 'people',
    title: useWords(words).people,
    options: (data ?? []).map(({ id, name, email }) => ({
      id: `person ${id}`,
      label: name,
      note: email,
      icon: 'person',
      to: `/people/${id}`,
    })),
    isPending: isAllowed && isPending,
  };
}

/** Looks for parts of visitors' ids, and for whole ids of records and of the host's users, when the typing pauses. */
function useVisitors(q: string): { readonly group: Group; readonly isPending: boolean } {
  const text = useWords(words);
  const { can } = useSession();
  const asked = useAfterPause(q);
  const isAllowed = can('consents:read');
  const enabled = isAllowed && asked.length >= leastLength && /^[\x21-\x7e]{1,128}$/.test(asked);
  const listed = useResource('listVisitors', { query: { q: asked, limit: mostOfGroup } }, { enabled });
  const found = useResource('find', { query: { q: asked } }, { enabled });
  const ids = new Set([
    ...(found.data ?? []).flatMap(({ visitorIds }) => visitorIds),
    // The list also searches countries.
    ...(listed.data?.items ?? []).map(({ visitorId }) => visitorId).filter((id) => isMatch(asked, id)),
  ]);
  const visitors = [...ids].slice(0, mostOfGroup).map(
    (id): Option => ({
      id: `visitor ${id}`,
      label: id,
      icon: 'person',
      to: `/visitors/${encodeURIComponent(id)}`,
    }),
  );
  const search: Option = {
    id: 'search consents',
    label: text.searchConsents(q),
    icon: 'search',
    to: `/consents?${new URLSearchParams({ q })}`,
  };
  return {
    group: {
      id: 'visitors',
      title: text.visitors,
      options: isAllowed ? [...(asked === q ? visitors : []), search] : [],
    },
    isPending: isAllowed && (asked !== q || (enabled && (listed.isPending || found.isPending))),
  };
}

function useAfterPause(value: string): string {
  const [kept, setKept] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setKept(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return kept;
}

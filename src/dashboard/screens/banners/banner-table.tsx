import { Link } from 'wouter';
import { List, type ListColumn } from '../../list';
import { useFormats, useSharedWords, useWords } from '../../words';
import { BannerMenu } from './banner-menu';
import { BannerStatus } from './banner-status';
import type { Summary } from './summary';
import { words } from './words';

/** Lists the banners, the latest changed first. */
export function BannerTable({ banners }: { readonly banners: readonly Summary[] }) {
  const text = useWords(words);
  const shared = useSharedWords();
  const formats = useFormats();
  const nameOfGroup = (group: string) => shared.groups[group] ?? group;
  const columns: readonly ListColumn<Summary>[] = [
    {
      id: 'name',
      title: text.name,
      orderBy: ({ name }) => name,
      cell: ({ id, name }) => <Link href={`/banners/${id}`}>{name}</Link>,
    },
    {
      id: 'group',
      title: text.group,
      orderBy: ({ complianceGroup }) => nameOfGroup(complianceGroup ?? ''),
      from: 'medium',
      cell: ({ complianceGroup }) =>
        shared.groups[complianceGroup ?? ''] ?? complianceGroup ?? shared.states.none,
    },
    {
      id: 'status',
      title: text.status,
      orderBy: (banner) => bannerStates.findIndex((state) => isIn(banner, state)),
      cell: (banner) => <BannerStatus banner={banner} />,
    },
    {
      id: 'languages',
      title: text.languages,
      from: 'wide',
      cell: ({ locales, missingTexts }) =>
        locales
          .map((locale) => (missingTexts[locale] ? text.missing(locale, missingTexts[locale] ?? 0) : locale))
          .join(', '),
    },
    {
      id: 'updated',
      title: text.updated,
      orderBy: ({ updatedAt }) => updatedAt,
      from: 'medium',
      isTime: true,
      cell: ({ updatedAt }) => formats.relative(updatedAt),
    },
    {
      id: 'preview',
      title: text.preview,
      cell: ({ id, name }) => (
        <Link href={`/banners/${id}/preview`} aria-label={text.previewOf(name)}>
          {text.preview}
        </Link>
      ),
    },
    {
      id: 'actions',
      title: shared.actions.more,
      isTitleHidden: true,
      cell: (banner) => <BannerMenu banner={banner} />,
    },
  ];
  return (
    <List
      label={text.title}
      rows={banners}
      keyOf={({ id }) => id}
      columns={columns}
      first="-updated"
      noMatch={text.noMatch}
      textOf={({ name }) => name}
      filters={[
        {
          id: 'group',
          label: text.group,
          options: groupsOf(banners, Object.keys(shared.groups)).map((value) => ({
            value,
            label: nameOfGroup(value),
          })),
          has: ({ complianceGroup }, group) => complianceGroup === group,
        },
        {
          id: 'state',
          label: text.status,
          options: (['live', 'changed', 'wasLive', 'draft'] as const).map((value) => ({
            value,
            label: text.states[value],
          })),
          has: (banner, state) => isIn(banner, state),
        },
      ]}
    />
  );
}

/** Returns the groups of the banners: those that we know in their order, then the host's own. */
function groupsOf(banners: readonly Summary[], known: readonly string[]): readonly string[] {
  const present = new Set(banners.flatMap(({ complianceGroup }) => complianceGroup ?? []));
  const own = [...present].filter((group) => !known.includes(group)).sort();
  return [...known.filter((group) => present.has(group)), ...own];
}

/** States in the order of the column: what needs attention first. */
const bannerStates = ['changed', 'live', 'wasLive', 'draft'] as const;

/** A live banner with unpublished changes is `live` too. */
function isIn({ isActive, version, publishedVersion }: Summary, state: string): boolean {
  if (!isActive) return state === (publishedVersion === null ? 'draft' : 'wasLive');
  return state === 'live' || (state === 'changed' && publishedVersion !== version);
}

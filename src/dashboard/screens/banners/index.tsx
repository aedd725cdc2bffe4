import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { type Column, Empty, Load, Page, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { BannerStatus } from './banner-status';
import { words } from './words';

type Summary = Extract<DataOf<'listProfiles'>[number], { readonly missingTexts: unknown }>;

/** Every banner, the strictest group first. */
export default function Banners() {
  const text = useWords(words);
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  return (
    <Page title={text.title} intro={text.intro}>
      <Panel isFlush>
        <Load of={profiles}>{(list) => <BannerTable banners={list as readonly Summary[]} />}</Load>
      </Panel>
    </Page>
  );
}

function BannerTable({ banners }: { readonly banners: readonly Summary[] }) {
  const text = useWords(words);
  const shared = useSharedWords();
  const formats = useFormats();
  if (banners.length === 0) return <Empty title={text.empty}>{text.emptyText}</Empty>;
  const columns: readonly Column<Summary>[] = [
    { id: 'name', title: text.name, cell: ({ id, name }) => <Link href={`/banners/${id}`}>{name}</Link> },
    {
      id: 'group',
      title: text.group,
      from: 'medium',
      cell: ({ complianceGroup }) =>
        shared.groups[complianceGroup ?? ''] ?? complianceGroup ?? shared.states.none,
    },
    { id: 'status', title: text.status, cell: (banner) => <BannerStatus banner={banner} /> },
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
      from: 'medium',
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
  ];
  return <Table label={text.title} rows={banners} keyOf={({ id }) => id} columns={columns} />;
}

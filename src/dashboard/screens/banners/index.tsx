import { useState } from 'react';
import { Link } from 'wouter';
import { useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, type Column, Empty, LinkButton, Load, Page, Panel, Table } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { BannerMenu } from './banner-menu';
import { BannerStatus } from './banner-status';
import { NewBanner } from './new-banner';
import type { Summary } from './summary';
import { words } from './words';

/** Every banner, the strictest group first. */
export default function Banners() {
  const text = useWords(words);
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  const { can } = useSession();
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        can('profiles:create') && (
          <Button variant="primary" icon="add" onPress={() => setCreating(true)}>
            {text.create}
          </Button>
        )
      }
    >
      <Panel isFlush>
        <Load of={profiles}>{(list) => <BannerTable banners={list as readonly Summary[]} />}</Load>
      </Panel>
      {isCreating && profiles.data && (
        <NewBanner banners={profiles.data as readonly Summary[]} onClose={() => setCreating(false)} />
      )}
    </Page>
  );
}

function BannerTable({ banners }: { readonly banners: readonly Summary[] }) {
  const text = useWords(words);
  const shared = useSharedWords();
  const formats = useFormats();
  const { can } = useSession();
  if (banners.length === 0)
    return (
      <Empty
        title={text.empty}
        action={can('settings:update') && <LinkButton to="/setup">{shared.nav.setup}</LinkButton>}
      >
        {text.emptyText}
      </Empty>
    );
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
      cell: ({ updatedAt }) => <span className="nowrap">{formats.relative(updatedAt)}</span>,
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
  return <Table label={text.title} rows={banners} keyOf={({ id }) => id} columns={columns} />;
}

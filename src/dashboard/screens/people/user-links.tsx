import { type DataOf, useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, type Column, ErrorNotice, Panel, Table, useTell } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { User } from './account';
import { words } from './user-links-words';

type OpenLink = DataOf<'listUserLinks'>[number];

/** The open links with which a user can choose a password; nothing while there is none. */
export function LinksPanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const { can } = useSession();
  const tell = useTell();
  const links = useResource('listUserLinks', { params: { id: user.id } });
  const revoke = useAction('revokeUserLink', ['listUserLinks']);
  if (links.data === undefined || links.data.length === 0) return <ErrorNotice error={links.error} />;
  const columns: Column<OpenLink>[] = [
    { id: 'purpose', title: text.purpose, isHeader: true, cell: ({ purpose }) => text.purposes[purpose] },
    { id: 'by', title: text.createdBy, cell: ({ createdBy }) => createdBy?.name ?? states.unknown },
    { id: 'until', title: text.validUntil, cell: ({ expiresAt }) => formats.dateTime(expiresAt) },
    {
      id: 'revoke',
      title: text.revoke,
      isTitleHidden: true,
      cell: ({ id }) =>
        can('users:update') && (
          <Button
            isPending={revoke.isPending}
            onPress={() =>
              revoke.mutate({ params: { id: user.id, linkId: id } }, { onSuccess: () => tell(text.revoked) })
            }
          >
            {text.revoke}
          </Button>
        ),
    },
  ];
  return (
    <Panel title={text.title}>
      <div className="stack">
        <p>{text.intro}</p>
        <Table label={text.title} columns={columns} rows={links.data} keyOf={({ id }) => id} />
        <ErrorNotice error={revoke.error} />
      </div>
    </Panel>
  );
}

import { useAction, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, type Column, ErrorNotice, LinkButton, Panel, Table, useTell } from '../../components';
import { useFormats, useWords } from '../../words';
import type { Unseen } from './finding';
import { unseenWords } from './unseen-words';
import { words } from './words';

/** Shows the cookies that live banners list and no visit has shown; nothing when there are none. */
export function UnseenPanel() {
  const own = useWords(unseenWords);
  const unseen = useResource('listUnseen');
  const keep = useKeep(unseen.data?.days ?? 0);
  const columns = useColumns(keep);
  const { data } = unseen;
  if (unseen.isError) return <ErrorNotice error={unseen.error} onRetry={() => unseen.refetch()} />;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Panel title={own.title(data.days)}>
      <p className="muted">{own.intro}</p>
      <ErrorNotice error={keep.error} />
      <Table label={own.title(data.days)} rows={data.items} keyOf={({ name }) => name} columns={columns} />
    </Panel>
  );
}

function useKeep(days: number) {
  const own = useWords(unseenWords);
  const tell = useTell();
  const action = useAction('keepUnseen', ['listUnseen']);
  return {
    error: action.error,
    isPending: action.isPending,
    keep: (name: string) =>
      action.mutate(
        { body: { names: [name] } },
        { onSuccess: () => tell(own.kept(name, days), { about: name }) },
      ),
  };
}

function useColumns({ keep, isPending }: ReturnType<typeof useKeep>): readonly Column<Unseen>[] {
  const text = useWords(words);
  const own = useWords(unseenWords);
  const formats = useFormats();
  const { can } = useSession();
  const mayUpdate = can('profiles:update');
  return [
    {
      id: 'name',
      title: own.name,
      isHeader: true,
      cell: ({ name }) => <span className="mono">{name}</span>,
    },
    {
      id: 'last',
      title: own.last,
      from: 'medium',
      isBelow: true,
      isTime: true,
      cell: ({ lastSeenOn }) => (lastSeenOn === null ? own.never : formats.date(`${lastSeenOn}T12:00:00`)),
    },
    {
      id: 'banners',
      title: own.banner,
      cell: ({ name, banners }) =>
        banners.map((banner) => (
          <div key={banner.profileId} className="row">
            <span>
              {banner.name}
              {banner.isRemoved && <span className="muted small block">{own.removed(banner.version)}</span>}
            </span>
            {banner.isRemoved ? (
              <LinkButton to={`/banners/${banner.profileId}`} aria-label={own.reviewOf(banner.name)}>
                {own.review}
              </LinkButton>
            ) : (
              mayUpdate && (
                <LinkButton
                  to={`/banners/${banner.profileId}/cookies`}
                  aria-label={own.removeFrom(name, banner.name)}
                >
                  {own.remove}
                </LinkButton>
              )
            )}
          </div>
        )),
    },
    ...(mayUpdate
      ? [
          {
            id: 'actions',
            title: text.actions,
            isTitleHidden: true,
            isNumber: true,
            cell: ({ name }: Unseen) => (
              <Button
                variant="quiet"
                aria-label={own.keepNamed(name)}
                isPending={isPending}
                onPress={() => keep(name)}
              >
                {own.keep}
              </Button>
            ),
          },
        ]
      : []),
  ];
}

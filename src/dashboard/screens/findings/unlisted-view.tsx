import { useState } from 'react';
import { useResource } from '../../api/use-resource';
import { Empty, ErrorNotice, LinkButton, Load, Notice, Panel, SelectField } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { NoFindings } from './all-findings';
import type { Banner, Listing, Unlisted, UnlistedFindings } from './finding';
import { IgnoreDialog } from './ignore-dialog';
import { ListDialog } from './list-dialog';
import { suggestCategory, toItem } from './suggestion';
import { UnlistedTable } from './unlisted-table';
import { unlistedWords } from './unlisted-words';
import { UnseenPanel } from './unseen-panel';
import { type Decided, useDecision } from './use-decision';
import { useListing } from './use-listing';

/** Shows what was seen and no live banner lists, to be put into banners. */
export function UnlistedView() {
  const unlisted = useResource('listUnlisted');
  return (
    <>
      <Load of={unlisted}>{(found) => <Loaded found={found} />}</Load>
      <UnseenPanel />
    </>
  );
}

interface Question {
  readonly ask: 'list' | 'ignore';
  readonly items: readonly Unlisted[];
  /** Those that were chosen when the dialog opened, whatever is live by now. */
  readonly banners: readonly Banner[];
}

function Loaded({ found }: { readonly found: UnlistedFindings }) {
  const own = useWords(unlistedWords);
  const [profileId, setProfileId] = useState('');
  const [question, setQuestion] = useState<Question | null>(null);
  const chosen = found.banners.find((banner) => banner.profileId === profileId);
  // A banner that went offline is not chosen again when it comes back.
  if (profileId !== '' && chosen === undefined) setProfileId('');
  const banners = chosen === undefined ? found.banners : [chosen];
  const { decide, error } = useDecision();
  const listing = useListing();
  const close = () => setQuestion(null);
  const toDecided = (items: readonly Unlisted[]): Decided => ({
    name: items.length === 1 ? (items[0]?.name ?? '') : own.things(items.length),
    findingIds: items.flatMap(({ findingIds }) => findingIds),
    before: 'open',
    reason: null,
  });
  const open = found.items.filter(({ waitingIn }) => waitingIn.length === 0);
  const waiting = found.items.filter(({ waitingIn }) => waitingIn.length > 0);

  return (
    <>
      {found.banners.length > 1 && (
        <BannerChoice found={found} profileId={profileId} onChange={setProfileId} />
      )}
      <Saved listings={listing.saved} />
      <ErrorNotice error={error} />
      {question === null && <ErrorNotice error={listing.error} />}
      <Panel isFlush={open.length > 0}>
        {open.length === 0 ? (
          found.total + found.others === 0 ? (
            <NoFindings isOpen />
          ) : (
            <Empty title={own.noneUnlisted} />
          )
        ) : (
          <UnlistedTable
            items={open}
            banners={banners}
            isPending={listing.isPending}
            onListAtOnce={(items) =>
              listing.list(
                items.map((item) =>
                  toItem(item, { category: suggestCategory(item, banners) ?? '', description: '' }),
                ),
                banners,
              )
            }
            onAsk={(ask, items) => setQuestion({ ask, items, banners })}
            onNecessary={(item) => decide(toDecided([item]), 'necessary')}
          />
        )}
      </Panel>
      {found.total > found.items.length && (
        <p className="muted">{own.shownOf(found.items.length, found.total)}</p>
      )}
      {waiting.length > 0 && <Waiting items={waiting} saved={listing.saved} />}
      {question?.ask === 'ignore' && <IgnoreDialog about={toDecided(question.items)} onClose={close} />}
      {question?.ask === 'list' && (
        <ListDialog
          items={question.items}
          banners={question.banners}
          onList={(items) => listing.list(items, question.banners, close)}
          onClose={close}
          isPending={listing.isPending}
          error={listing.error}
        />
      )}
    </>
  );
}

function BannerChoice({
  found,
  profileId,
  onChange,
}: {
  readonly found: UnlistedFindings;
  readonly profileId: string;
  readonly onChange: (profileId: string) => void;
}) {
  const own = useWords(unlistedWords);
  const { banner } = useSharedWords();
  return (
    <div className="form-line">
      <SelectField
        label={banner}
        value={profileId}
        onChange={onChange}
        options={[
          { value: '', label: own.allBanners },
          ...found.banners.map(({ profileId: value, name }) => ({ value, label: name })),
        ]}
      />
    </div>
  );
}

/** Says which versions were saved last, and leads to them. */
function Saved({ listings }: { readonly listings: readonly Listing[] }) {
  const own = useWords(unlistedWords);
  const formats = useFormats();
  return (
    // It is there before its content, so that screen readers announce this.
    <div role="status" className={listings.length === 0 ? 'visually-hidden' : 'stack tight'}>
      {listings.map(({ profileId, name, version, added, untranslated }) => (
        <Notice
          key={profileId}
          tone="ok"
          title={
            added.length === 0
              ? own.alreadySaved(name, version)
              : own.savedAs(formats.list(added), name, version)
          }
          action={<LinkButton to={`/banners/${profileId}`}>{own.review}</LinkButton>}
        >
          {untranslated.length > 0 && (
            <p>{own.untranslated(formats.list(untranslated.map((tag) => formats.language(tag))))}</p>
          )}
        </Notice>
      ))}
    </div>
  );
}

/** Lists what waits for publication, by banner. */
function Waiting({
  items,
  saved,
}: {
  readonly items: readonly Unlisted[];
  /** Versions to which a notice above leads. */
  readonly saved: readonly Listing[];
}) {
  const own = useWords(unlistedWords);
  const formats = useFormats();
  const banners = new Map(
    items.flatMap(({ waitingIn }) => waitingIn.map((banner) => [banner.profileId, banner] as const)),
  );
  return (
    <Panel title={own.waiting}>
      <ul className="needs">
        {[...banners.values()].map(({ profileId, name, version }) => (
          <li key={profileId}>
            <span className="grow">
              {own.waitsIn(
                formats.list(
                  items
                    .filter(({ waitingIn }) => waitingIn.some((banner) => banner.profileId === profileId))
                    .map((item) => item.name),
                ),
                name,
                version,
              )}
            </span>
            {!saved.some((one) => one.profileId === profileId) && (
              <LinkButton to={`/banners/${profileId}`}>{own.review}</LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { ErrorNotice, Icon, LinkButton, Panel } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { useCheckDescription } from '../settings/readiness';
import { words as settingsWords } from '../settings/words';
import { words } from './words';

type CheckId = keyof DataOf<'getSetupConfig'>['readiness'];

interface Need {
  readonly id: string;
  readonly text: string;
  /** The link to the screen that solves it; null when the dashboard has none. */
  readonly action: { readonly to: string; readonly label: string } | null;
}

type Summary = Extract<DataOf<'listProfiles'>[number], { readonly missingTexts: unknown }>;

/** Keys that expire within this time are mentioned (ms). */
const soonMs = 14 * 86_400_000;

/** The tasks that wait for the operator. Shows nothing when there are none. */
export function NeedsYou() {
  const text = useWords(words);
  const { can, user } = useSession();
  const banners = useResource('listProfiles', { query: { summary: '1' } }, { enabled: can('profiles:read') });
  const sites = useResource('getInstallation', undefined, { enabled: can('settings:read') });
  const findings = useResource('listUnlisted', undefined, { enabled: can('profiles:read') });
  const unseen = useResource('listUnseen', undefined, { enabled: can('profiles:read') });
  const requests = useResource('listPublicationRequests', undefined, { enabled: can('profiles:read') });
  const keys = useResource('listApiKeys', undefined, { enabled: can('apikeys:read') });
  const webhooks = useResource('listWebhooks', undefined, { enabled: can('webhooks:read') });
  // Users limited to some tenants cannot see the configuration of all.
  const setup = useResource('getSetupConfig', undefined, {
    enabled: can('settings:update') && user.allowedTenants.length === 0,
  });
  const bannerNeeds = useBannerNeeds(
    banners.data as readonly Summary[] | undefined,
    requests.data,
    can('profiles:update'),
  );
  const siteNeeds = useSiteNeeds(sites.data, banners.data as readonly Summary[] | undefined);
  const keyNeeds = useKeyNeeds(keys.data);
  const readiness = useReadinessNeeds(setup.data, can('profiles:update'));
  const firstSteps =
    can('settings:update') && banners.data?.length === 0
      ? [{ id: 'no banner', text: text.noBanner, action: { to: '/setup', label: text.setUp } }]
      : [];
  const findingNeeds = useFindingNeeds(findings.data, unseen.data, can('profiles:update'));
  // A receiver that is down for a moment needs nobody: messages are tried again.
  const webhookNeeds = (webhooks.data ?? [])
    .filter(({ dead, lostAt, failingSince }) => dead > 0 || (lostAt !== null && failingSince !== null))
    .map(({ id, name }) => ({
      id,
      text: text.webhookFails(name),
      action: { to: '/webhooks', label: text.open },
    }));
  const approvalNeeds = useApprovalNeeds(requests.data, can('profiles:approve'));
  const needs = [
    ...firstSteps,
    ...approvalNeeds,
    ...readiness,
    ...siteNeeds,
    ...findingNeeds,
    ...webhookNeeds,
    ...bannerNeeds,
    ...keyNeeds,
  ];
  const failed = [banners, sites, findings, unseen, requests, keys, webhooks, setup].filter(
    ({ isError }) => isError,
  ) as readonly UseQueryResult[];
  if (needs.length === 0 && failed.length === 0) return null;
  return (
    <Panel title={text.needsYou(needs.length)}>
      <div className="stack">
        {needs.length > 0 && (
          <ul className="needs">
            {needs.map(({ id, text: sentence, action }) => (
              <li key={id}>
                <span className="attention">
                  <Icon name="warning" />
                </span>
                <span className="grow">{sentence}</span>
                {action && <LinkButton to={action.to}>{action.label}</LinkButton>}
              </li>
            ))}
          </ul>
        )}
        {/* Once for all of them: they fail for the same reason. */}
        <ErrorNotice
          error={failed[0]?.error}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
        />
      </div>
    </Panel>
  );
}

/** Publications that wait for this person. */
function useApprovalNeeds(
  requests: DataOf<'listPublicationRequests'> | undefined,
  mayApprove: boolean,
): readonly Need[] {
  const text = useWords(words);
  if (!mayApprove) return [];
  return (requests?.items ?? [])
    .filter(({ own, version, currentVersion }) => !own && version === currentVersion)
    .map(({ id, profileId, profileName, version, requestedBy }) => ({
      id,
      text: text.asksApproval(profileName, version, requestedBy?.email ?? null),
      action: { to: `/banners/${profileId}/texts`, label: text.review },
    }));
}

function useBannerNeeds(
  banners: readonly Summary[] | undefined,
  requests: DataOf<'listPublicationRequests'> | undefined,
  mayEdit: boolean,
): readonly Need[] {
  const text = useWords(words);
  const formats = useFormats();
  // A version that waits for approval needs nothing else.
  const waiting = new Set(
    (requests?.items ?? []).flatMap(({ profileId, version, currentVersion }) =>
      version === currentVersion ? profileId : [],
    ),
  );
  const live = (banners ?? []).filter(({ isActive }) => isActive);
  return live.flatMap(({ id, name, version, publishedVersion, missingTexts }) => {
    const unpublished = version - (publishedVersion ?? version);
    const gaps = Object.entries(missingTexts).filter(([, count]) => count > 0);
    const label = mayEdit ? text.review : text.open;
    return [
      ...(unpublished > 0 && !waiting.has(id)
        ? [
            {
              id: `${id} new`,
              text: text.unpublished(name, unpublished),
              action: { to: `/banners/${id}`, label },
            },
          ]
        : []),
      ...(gaps.length > 0
        ? [
            {
              id: `${id} gaps`,
              text: text.missing(
                name,
                gaps.reduce((sum, [, count]) => sum + count, 0),
                formats.list(gaps.map(([locale]) => formats.language(locale))),
              ),
              action: { to: `/banners/${id}`, label: mayEdit ? text.translate : text.open },
            },
          ]
        : []),
    ];
  });
}

function useFindingNeeds(
  found: DataOf<'listUnlisted'> | undefined,
  unseen: DataOf<'listUnseen'> | undefined,
  mayEdit: boolean,
): readonly Need[] {
  const text = useWords(words);
  const formats = useFormats();
  const { cookies, entries, hosts } = found?.counts ?? { cookies: 0, entries: 0, hosts: 0 };
  // What the draft has lost waits for publication, which is another task.
  const left = (unseen?.items ?? []).filter(({ banners }) => banners.some(({ isRemoved }) => !isRemoved));
  const things = [
    ...(cookies > 0 ? [text.cookies(cookies)] : []),
    ...(entries > 0 ? [text.entries(entries)] : []),
    ...(hosts > 0 ? [text.hosts(hosts)] : []),
  ];
  const label = mayEdit ? text.review : text.open;
  return [
    ...(things.length > 0
      ? [
          {
            id: 'unlisted',
            text: text.unlisted(formats.list(things)),
            action: { to: '/findings', label },
          },
        ]
      : []),
    ...(found !== undefined && found.others > 0
      ? [{ id: 'findings', text: text.findings(found.others), action: { to: '/findings/all', label } }]
      : []),
    ...(left.length > 0
      ? [
          {
            id: 'unseen',
            text: text.unseen(left.length, unseen?.days ?? 0),
            action: { to: '/findings', label },
          },
        ]
      : []),
  ];
}

function useSiteNeeds(
  sites: DataOf<'getInstallation'> | undefined,
  banners: readonly Summary[] | undefined,
): readonly Need[] {
  const text = useWords(words);
  const { can } = useSession();
  const { groups } = useSharedWords();
  const formats = useFormats();
  const live = new Set(
    (banners ?? []).flatMap(({ isActive, complianceGroup }) => (isActive ? complianceGroup : [])),
  );
  if (sites === undefined) return [];
  if (sites.length === 0)
    return [{ id: 'none seen', text: text.noSite, action: { to: '/installation', label: text.install } }];
  return sites.flatMap(({ origin, lastSeenAt, complianceGroup, allowed }) => [
    ...(banners === undefined || live.has(complianceGroup)
      ? []
      : [
          {
            id: `${origin} no banner`,
            text: text.noBannerAt(
              groups[complianceGroup] ?? complianceGroup,
              origin,
              formats.relative(lastSeenAt),
            ),
            action: { to: '/banners', label: can('profiles:create') ? text.create : text.open },
          },
        ]),
    ...(allowed
      ? []
      : [
          {
            id: `${origin} refused`,
            text: text.refused(origin),
            action: { to: '/installation', label: text.open },
          },
        ]),
  ]);
}

function useKeyNeeds(keys: DataOf<'listApiKeys'> | undefined): readonly Need[] {
  const text = useWords(words);
  const formats = useFormats();
  return (keys ?? []).flatMap(({ id, name, status, expireBy, restsFrom, holder }) => {
    if (status !== 'active') return [];
    const action = { to: '/api-keys', label: text.open };
    const left = expireBy === null ? 0 : Date.parse(expireBy) - Date.now();
    const rests = restsFrom !== null && holder !== null && Date.parse(restsFrom) - Date.now() < soonMs;
    return [
      ...(expireBy !== null && left > 0 && left < soonMs
        ? [{ id, text: text.keyEnds(name, formats.dateTime(expireBy)), action }]
        : []),
      ...(rests
        ? [
            {
              id: `${id} rests`,
              text: text.keyRests(name, formats.dateTime(restsFrom), holder.name),
              action,
            },
          ]
        : []),
    ];
  });
}

/** The problems of the installation. */
function useReadinessNeeds(setup: DataOf<'getSetupConfig'> | undefined, mayEdit: boolean): readonly Need[] {
  const text = useWords(words);
  const { checks } = useWords(settingsWords);
  const describe = useCheckDescription();
  const formats = useFormats();
  return Object.entries(setup?.readiness ?? {}).flatMap(([id, check]): readonly Need[] => {
    if (check.ok || id === 'spreadsheets') return [];
    const { missing, profileId } = setup?.readiness.receipts ?? {};
    if (id === 'receipts' && missing !== undefined && profileId !== undefined)
      return [
        {
          id,
          text: text.receiptsLack(formats.list(missing.map((key) => text.receiptFacts[key] ?? key))),
          action: {
            to: `/banners/${profileId}/behaviour`,
            label: mayEdit ? text.fillIn : text.open,
          },
        },
      ];
    if (id === 'tcf' || id === 'gpp')
      return [
        {
          id,
          text: text.frameworkLacks(checks[id] ?? id),
          action: { to: '/frameworks', label: text.open },
        },
      ];
    return [
      {
        id,
        text: `${checks[id] ?? id}: ${describe({ ...check, id: id as CheckId }) ?? check.message}`,
        action: { to: '/settings', label: text.open },
      },
    ];
  });
}

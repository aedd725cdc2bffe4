import { Link, useParams } from 'wouter';
import { useDownload } from '../../api/download';
import { isApiError } from '../../api/errors';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, CopyButton, Empty, ErrorNotice, Facts, Load, Page, Panel } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { DecisionChips } from '../consents/decision-chips';
import { words as consentWords } from '../consents/words';
import { regionName } from '../places/region-names';
import { Erase } from './erase';
import { History } from './history';
import { LinkedDevices } from './linked-devices';
import { words } from './words';

type Consent = DataOf<'getVisitorConsent'>;

/** One visitor: what holds now, and everything that was decided before. */
export default function Visitor() {
  const text = useWords(words);
  const { visitorId = '' } = useParams();
  const { can } = useSession();
  const consent = useResource('getVisitorConsent', { params: { visitorId } });
  const isUnknown = isApiError(consent.error, 'consent_not_found');
  return (
    <Page
      title={text.title}
      trail={<Link href="/consents">{text.consents}</Link>}
      intro={
        <span className="row">
          <span className="mono">{visitorId}</span> <CopyButton text={visitorId} label={text.copyId} />
        </span>
      }
      actions={
        consent.data && (
          <>
            {can('consents:erase') && <Erase consent={consent.data} />}
            {can('exports:read') && <DownloadEvidence visitorId={visitorId} />}
          </>
        )
      }
    >
      {isUnknown ? (
        <Panel>
          <Empty title={text.unknown}>{text.unknownText}</Empty>
        </Panel>
      ) : (
        <Load of={consent}>
          {(record) => (
            <>
              <Now consent={record} />
              {record.subjectId !== undefined && (
                <LinkedDevices subjectId={record.subjectId} visitorId={visitorId} />
              )}
              <History visitorId={visitorId} />
            </>
          )}
        </Load>
      )}
    </Page>
  );
}

function Now({ consent }: { readonly consent: Consent }) {
  const text = useWords(words);
  const { banner, groups, shell, states } = useSharedWords();
  const { methods, sources } = useWords(consentWords);
  const formats = useFormats();
  const { tenants, tenantId } = useSession();
  const { consentJson, effectiveConsent, expiresAt, parentalConsent } = consent;
  const { complianceGroup, country, subjectId, method } = consent;
  const site = tenants.find(({ id }) => id === tenantId);
  const nameOfPlace = (code: string, region: string | null) =>
    region === null ? formats.country(code) : `${formats.country(code)}, ${regionName(code, region)}`;
  const isNarrowed =
    effectiveConsent !== undefined && JSON.stringify(effectiveConsent) !== JSON.stringify(consentJson);
  return (
    <Panel title={text.now}>
      <Facts
        items={[
          {
            name: text.decided,
            value: (
              <span className="row">
                <DecisionChips decision={consentJson} profileId={consent.profileId} />
              </span>
            ),
          },
          ...(isNarrowed
            ? [
                {
                  name: text.holds,
                  value: (
                    <span className="row">
                      <DecisionChips decision={effectiveConsent} profileId={consent.profileId} />
                    </span>
                  ),
                },
              ]
            : []),
          { name: text.lastDecision, value: formats.dateTime(consent.updatedAt) },
          {
            name: text.validUntil,
            value: expiresAt === undefined ? text.noBanner : formats.dateTime(expiresAt),
          },
          {
            name: banner,
            value: (
              <>
                <BannerLink consent={consent} />, {text.version(consent.profileVersion)},{' '}
                {formats.language(consent.locale)}
              </>
            ),
          },
          {
            name: text.rules,
            value: complianceGroup === null ? states.unknown : (groups[complianceGroup] ?? complianceGroup),
          },
          {
            name: text.law,
            value: consent.law === null ? states.unknown : <span lang="en">{consent.law}</span>,
          },
          {
            name: text.country,
            value: country === null ? states.unknown : nameOfPlace(country, consent.region),
          },
          ...(site === undefined ? [] : [{ name: shell.tenant, value: site.name }]),
          {
            name: text.user,
            value: subjectId === undefined ? text.noUser : <span className="mono">{subjectId}</span>,
          },
          { name: text.how, value: method === undefined ? sources[consent.source] : methods[method] },
          { name: text.signal, value: consent.gpcDetected ? states.yes : states.no },
          ...(parentalConsent === undefined
            ? []
            : [{ name: text.parent, value: text.parents[parentalConsent] }]),
          { name: text.recordId, value: <span className="mono">{consent.id}</span> },
        ]}
      />
    </Panel>
  );
}

/** The name that the banner had in the version that was shown, which leads to the banner as long as there is one. */
function BannerLink({ consent: { profileId, profileName } }: { readonly consent: Consent }) {
  const text = useWords(words);
  const { can } = useSession();
  // Who may not see banners cannot know whether there still is one.
  const banners = useResource('listProfiles', { query: { summary: '1' } }, { enabled: can('profiles:read') });
  const isThere = banners.data?.some(({ id }) => id === profileId);
  const name = profileName ?? profileId;
  if (isThere === undefined) return name;
  return isThere ? <Link href={`/banners/${profileId}`}>{name}</Link> : text.deletedBanner(name);
}

function DownloadEvidence({ visitorId }: { readonly visitorId: string }) {
  const text = useWords(words);
  const { save, isPending, error } = useDownload(
    `/consents/${encodeURIComponent(visitorId)}/evidence?format=zip`,
    `evidence-${visitorId.slice(-8)}-${new Date().toISOString().slice(0, 10)}.zip`,
  );
  return (
    <div className="stack tight">
      <Button variant="primary" icon="download" isPending={isPending} onPress={save}>
        {text.evidence}
      </Button>
      <ErrorNotice error={error} />
    </div>
  );
}

import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { isApiError } from '../../api/errors';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { CopyButton, Empty, Facts, Load, Page, Panel } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { Erase, Erased, type ErasureCertificate } from '../consents/erase';
import { Found } from '../consents/found';
import { words as consentWords } from '../consents/words';
import { useRegionName } from '../places/region-names';
import { Choices } from './choices';
import { Downloads } from './downloads';
import { History, nameVersion } from './history';
import { LinkedDevices } from './linked-devices';
import { ShownNotice } from './shown-notice';
import { Signals } from './signals';
import { useShownNames } from './use-notice';
import { words } from './words';

type Consent = DataOf<'getVisitorConsent'>;

/** One visitor: the current consent, and all earlier decisions. */
export default function Visitor() {
  const text = useWords(words);
  const { visitorId = '' } = useParams();
  const [, go] = useLocation();
  const [certificate, setCertificate] = useState<ErasureCertificate | null>(null);
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
            <Erase visitorId={visitorId} subjectId={consent.data.subjectId} onErased={setCertificate} />
            <Downloads visitorId={visitorId} />
          </>
        )
      }
    >
      {certificate && <Erased certificate={certificate} onClose={() => go('/consents')} />}
      {isUnknown ? (
        <Found
          id={visitorId}
          otherwise={
            <Panel>
              <Empty title={text.unknown}>{text.unknownText}</Empty>
            </Panel>
          }
        />
      ) : (
        <Load of={consent}>
          {(record) => (
            <>
              <Choices consent={record} />
              <Now consent={record} />
              {record.subjectId !== undefined && (
                <LinkedDevices subjectId={record.subjectId} visitorId={visitorId} />
              )}
              <Panel title={text.noticeNow}>
                <ShownNotice state={{ visitorId }} />
              </Panel>
              <Signals consent={record} />
              <History visitorId={visitorId} profileId={record.profileId} />
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
  const names = useShownNames(consent);
  const {
    expiresAt,
    parentalConsent,
    parentalDenied = [],
    complianceGroup,
    country,
    subjectId,
    method,
  } = consent;
  const site = tenants.find(({ id }) => id === tenantId);
  const regionName = useRegionName();
  const nameOfPlace = (code: string, region: string | null) =>
    region === null ? formats.country(code) : `${formats.country(code)}, ${regionName(code, region)}`;
  return (
    <Panel title={text.now}>
      <Facts
        items={[
          { name: text.lastDecision, value: formats.dateTime(consent.updatedAt) },
          {
            name: text.validUntil,
            value: expiresAt === undefined ? text.noBanner : formats.dateTime(expiresAt),
          },
          {
            name: text.askedAgain,
            value:
              consent.invalidReason === null ? (
                <>
                  {text.notAskedAgain}
                  <span className="muted small block">{text.notAskedAgainHelp}</span>
                </>
              ) : (
                text.askedBecause[consent.invalidReason]
              ),
          },
          {
            name: banner,
            value: (
              <>
                <BannerLink consent={consent} />, {text.version(nameVersion(consent))},{' '}
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
          ...(consent.deviceId === undefined
            ? []
            : [{ name: text.device, value: <DeviceLink deviceId={consent.deviceId} /> }]),
          { name: text.signal, value: consent.gpcDetected ? states.yes : states.no },
          ...(parentalConsent === undefined
            ? []
            : [
                {
                  name: text.parent,
                  value:
                    parentalDenied.length === 0
                      ? text.parents[parentalConsent]
                      : text.parentExcept(formats.list(parentalDenied.map(names.category))),
                },
              ]),
          { name: text.recordId, value: <span className="mono">{consent.id}</span> },
        ]}
      />
    </Panel>
  );
}

/** The device that decided for an account, with a link to the choice that it has without the account. */
function DeviceLink({ deviceId }: { readonly deviceId: string }) {
  return (
    <Link href={`/visitors/${encodeURIComponent(deviceId)}`} className="mono">
      {deviceId}
    </Link>
  );
}

/** The name of the banner in the version that was shown, with a link to the banner while it exists. */
function BannerLink({ consent: { profileId, profileName } }: { readonly consent: Consent }) {
  const text = useWords(words);
  const { can } = useSession();
  // Users who cannot see banners cannot know whether it still exists.
  const banners = useResource('listProfiles', { query: { summary: '1' } }, { enabled: can('profiles:read') });
  const isThere = banners.data?.some(({ id }) => id === profileId);
  const name = profileName ?? profileId;
  if (isThere === undefined) return name;
  return isThere ? <Link href={`/banners/${profileId}`}>{name}</Link> : text.deletedBanner(name);
}

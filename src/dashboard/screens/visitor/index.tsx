import { Link, useParams } from 'wouter';
import { useDownload } from '../../api/download';
import { isApiError } from '../../api/errors';
import { type DataOf, useResource } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { Button, CopyButton, Empty, ErrorNotice, Facts, Load, Page, Panel } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { DecisionChips } from '../consents/decision-chips';
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
  const { states } = useSharedWords();
  const formats = useFormats();
  const { consentJson, effectiveConsent, expiresAt, parentalConsent } = consent;
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
                <DecisionChips decision={consentJson} />
              </span>
            ),
          },
          ...(isNarrowed
            ? [
                {
                  name: text.holds,
                  value: (
                    <span className="row">
                      <DecisionChips decision={effectiveConsent} />
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
          { name: text.language, value: formats.language(consent.locale) },
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

function DownloadEvidence({ visitorId }: { readonly visitorId: string }) {
  const text = useWords(words);
  const { save, isPending, error } = useDownload(
    `/consents/${encodeURIComponent(visitorId)}/evidence?format=zip`,
    `evidence-${visitorId}.zip`,
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

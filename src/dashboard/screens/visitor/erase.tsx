import { useState } from 'react';
import { useLocation } from 'wouter';
import { type DataOf, useAction, useForget } from '../../api/use-resource';
import { CertificateDownloads } from '../../app/certificate-downloads';
import { useSession } from '../../app/session';
import { Button, ConfirmDialog, Dialog, Facts, RadioField, TextField } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { words } from './words';

type Whom = 'visitor' | 'subject';
type ErasureCertificate = DataOf<'eraseVisitor'>['certificate'];
const changed = ['listConsents', 'listErasures', 'find'] as const;

/** Erases the visitor, or the host's user on all devices, after the id was typed. */
export function Erase({
  consent: { visitorId, subjectId },
}: {
  readonly consent: DataOf<'getVisitorConsent'>;
}) {
  const text = useWords(words);
  const [, go] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [whom, setWhom] = useState<Whom>('visitor');
  const [reason, setReason] = useState('');
  const visitor = useAction('eraseVisitor', changed);
  const subject = useAction('eraseSubject', changed);
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  const forget = useForget();
  const [certificate, setCertificate] = useState<ErasureCertificate | null>(null);
  const onSuccess = ({ data }: { readonly data: { readonly certificate: ErasureCertificate } }) => {
    forget('getVisitorConsent', 'getVisitorConsentHistory');
    setAsking(false);
    setCertificate(data.certificate);
  };
  const erase = () =>
    whom === 'subject' && subjectId !== undefined
      ? subject.mutate({ params: { subjectId }, body }, { onSuccess })
      : visitor.mutate({ params: { visitorId }, body }, { onSuccess });
  const close = () => {
    setAsking(false);
    visitor.reset();
    subject.reset();
  };
  return (
    <>
      <Button icon="trash" onPress={() => setAsking(true)}>
        {text.erase}
      </Button>
      <ConfirmDialog
        title={text.eraseTitle}
        isOpen={isAsking}
        onClose={close}
        action={text.eraseAction}
        typed={whom === 'subject' ? (subjectId ?? '') : visitorId}
        isPending={visitor.isPending || subject.isPending}
        error={visitor.error ?? subject.error}
        onConfirm={erase}
      >
        <div className="stack">
          <p>{text.eraseText}</p>
          {subjectId !== undefined && (
            <RadioField<Whom>
              label={text.eraseWhom}
              value={whom}
              onChange={setWhom}
              options={[
                { value: 'visitor', label: text.eraseThis },
                { value: 'subject', label: text.eraseAll(subjectId) },
              ]}
            />
          )}
          <TextField
            label={text.reason}
            help={text.reasonHelp}
            isRequired={false}
            value={reason}
            onChange={setReason}
            maxLength={500}
            autoComplete="off"
          />
        </div>
      </ConfirmDialog>
      {certificate && <Erased certificate={certificate} onClose={() => go('/consents')} />}
    </>
  );
}

/** The certificate of an erasure, for the operator to keep. */
function Erased({
  certificate,
  onClose,
}: {
  readonly certificate: ErasureCertificate;
  readonly onClose: () => void;
}) {
  const text = useWords(words);
  const { actions, states } = useSharedWords();
  const formats = useFormats();
  const { can } = useSession();
  const { erased } = certificate;
  return (
    <Dialog
      title={text.erasedTitle}
      isOpen
      isDismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {actions.done}
        </Button>
      }
    >
      <p>{text.erasedText}</p>
      <Facts
        items={[
          {
            name: text.erasedWhat,
            value: text.erasedCount(
              formats.number(erased.visitors),
              formats.number(erased.states),
              formats.number(erased.parentalRequests),
            ),
          },
          { name: text.erasedWhen, value: formats.dateTime(certificate.erasedAt) },
          { name: text.erasedBy, value: certificate.userEmail ?? states.unknown },
          { name: text.certificateNumber, value: <span className="mono">{certificate.id}</span> },
          ...(can('erasures:read')
            ? [{ name: text.certificate, value: <CertificateDownloads id={certificate.id} /> }]
            : []),
        ]}
      />
    </Dialog>
  );
}

import { useState } from 'react';
import { type DataOf, useAction, useForget, useInvalidate } from '../../api/use-resource';
import { CertificateDownloads } from '../../app/certificate-downloads';
import { useSession } from '../../app/session';
import { Button, ConfirmDialog, Dialog, Facts, RadioField, TextField } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { words } from './erase-words';

type Whom = 'visitor' | 'subject';
export type ErasureCertificate = DataOf<'eraseVisitor'>['certificate'];
const changed = ['listErasures'] as const;

/** Erases a visitor, or the host's user on all devices, after the id was typed. Nothing for those who may not. */
export function Erase({
  visitorId,
  subjectId,
  hasEvidence = true,
  onErased,
}: {
  /** Without it, only the user can be erased. */
  readonly visitorId?: string;
  readonly subjectId?: string | undefined;
  readonly hasEvidence?: boolean;
  readonly onErased: (certificate: ErasureCertificate) => void;
}) {
  const text = useWords(words);
  const { can } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [whom, setWhom] = useState<Whom>(visitorId === undefined ? 'subject' : 'visitor');
  const [reason, setReason] = useState('');
  const visitor = useAction('eraseVisitor', changed);
  const subject = useAction('eraseSubject', changed);
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  const forget = useForget();
  const invalidate = useInvalidate();
  const onSuccess = ({ data }: { readonly data: { readonly certificate: ErasureCertificate } }) => {
    forget('getVisitorConsent', 'getVisitorConsentHistory');
    setAsking(false);
    onErased(data.certificate);
    // Not before: what was found goes with these, and this component with it.
    void invalidate('listConsents', 'find');
  };
  const erase = () => {
    if (whom === 'subject' && subjectId !== undefined)
      subject.mutate({ params: { subjectId }, body }, { onSuccess });
    else if (visitorId !== undefined) visitor.mutate({ params: { visitorId }, body }, { onSuccess });
  };
  const close = () => {
    setAsking(false);
    visitor.reset();
    subject.reset();
  };
  if (!can('consents:erase')) return null;
  return (
    <>
      <Button icon="trash" onPress={() => setAsking(true)}>
        {text.erase}
      </Button>
      <ConfirmDialog
        title={text.titles[whom]}
        isOpen={isAsking}
        onClose={close}
        action={text.action}
        typed={(whom === 'subject' ? subjectId : visitorId) ?? ''}
        isPending={visitor.isPending || subject.isPending}
        error={visitor.error ?? subject.error}
        onConfirm={erase}
      >
        <div className="stack">
          <p>
            {text.effects[whom]} {hasEvidence && text.evidenceFirst}
          </p>
          {visitorId !== undefined && subjectId !== undefined && (
            <RadioField<Whom>
              label={text.whom}
              value={whom}
              onChange={setWhom}
              options={[
                { value: 'visitor', label: text.onlyVisitor },
                { value: 'subject', label: text.allDevices(subjectId) },
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
    </>
  );
}

/** The certificate of an erasure, for the operator to keep. */
export function Erased({
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
      title={text.doneTitles[certificate.scope]}
      isOpen
      isDismissable={false}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {actions.done}
        </Button>
      }
    >
      <p>{text.doneText}</p>
      <Facts
        items={[
          {
            name: text.what,
            value: text.counts(
              formats.number(erased.visitors),
              formats.number(erased.states),
              formats.number(erased.parentalRequests),
            ),
          },
          { name: text.when, value: formats.dateTime(certificate.erasedAt) },
          { name: text.by, value: certificate.userEmail ?? states.unknown },
          { name: text.certificateNumber, value: <span className="mono">{certificate.id}</span> },
          ...(can('erasures:read')
            ? [{ name: text.certificate, value: <CertificateDownloads id={certificate.id} /> }]
            : []),
        ]}
      />
    </Dialog>
  );
}

import { useState } from 'react';
import { useLocation } from 'wouter';
import { type DataOf, useAction, useForget } from '../../api/use-resource';
import { Button, ConfirmDialog, RadioField, TextField, useTell } from '../../components';
import { useWords } from '../../words';
import { words } from './words';

type Whom = 'visitor' | 'subject';
const changed = ['listConsents', 'find'] as const;

/** Erases the visitor, or the user of the host on all devices, after the id was typed. */
export function Erase({
  consent: { visitorId, subjectId },
}: {
  readonly consent: DataOf<'getVisitorConsent'>;
}) {
  const text = useWords(words);
  const tell = useTell();
  const [, go] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const [whom, setWhom] = useState<Whom>('visitor');
  const [reason, setReason] = useState('');
  const visitor = useAction('eraseVisitor', changed);
  const subject = useAction('eraseSubject', changed);
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  const forget = useForget();
  const onSuccess = () => {
    forget('getVisitorConsent', 'getVisitorConsentHistory');
    tell(text.erased);
    go('/consents');
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
    </>
  );
}

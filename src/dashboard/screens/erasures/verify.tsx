import { useState } from 'react';
import type { InputOf } from '../../api/use-resource';
import { useAction } from '../../api/use-resource';
import {
  Button,
  Dialog,
  ErrorNotice,
  Facts,
  FileField,
  Notice,
  RadioField,
  TextField,
} from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { words } from './words';

type Presented = InputOf<'verifyErasureCertificate'>['body']['certificate'];

/** Verifies a certificate that somebody brings: its file, or the number and code on paper. */
export function Verify() {
  const text = useWords(words);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="check" onPress={() => setOpen(true)}>
        {text.verify}
      </Button>
      {isOpen && <VerifyDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const [way, setWay] = useState<'file' | 'typed'>('file');
  const [file, setFile] = useState<Presented | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [number, setNumber] = useState('');
  const [code, setCode] = useState('');
  const [of, setOf] = useState('');
  const check = useAction('verifyErasureCertificate');
  const typed = number.trim() === '' || code.trim() === '' ? null : { id: number.trim(), code: code.trim() };
  const presented = way === 'file' ? file : typed;
  /** A result is about what was checked, not about what is entered now. */
  const changing =
    <Value,>(change: (value: Value) => void) =>
    (value: Value) => {
      check.reset();
      change(value);
    };
  async function choose(chosen: File | undefined) {
    check.reset();
    // A file that has changed since it was chosen cannot be read.
    const read = chosen === undefined ? null : readCertificate(await chosen.text().catch(() => ''));
    setFile(read);
    setUnreadable(chosen !== undefined && read === null);
  }
  const verify = () =>
    presented &&
    check.mutate({ body: { certificate: presented, ...(of.trim() !== '' && { of: of.trim() }) } });
  return (
    <Dialog
      title={text.verify}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{actions.close}</Button>
          <Button
            variant="primary"
            isDisabled={presented === null}
            isPending={check.isPending}
            onPress={verify}
          >
            {text.check}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{text.verifyText}</p>
        <RadioField<'file' | 'typed'>
          label={text.way}
          value={way}
          onChange={changing(setWay)}
          options={[
            { value: 'file', label: text.wayFile },
            { value: 'typed', label: text.wayTyped },
          ]}
        />
        {way === 'file' ? (
          <FileField
            label={text.file}
            accept=".json,application/json"
            onChange={(file) => void choose(file)}
          />
        ) : (
          <>
            <TextField label={text.number} value={number} onChange={changing(setNumber)} autoComplete="off" />
            <TextField label={text.code} value={code} onChange={changing(setCode)} autoComplete="off" />
          </>
        )}
        <TextField
          label={text.of}
          help={text.ofHelp}
          isRequired={false}
          value={of}
          onChange={changing(setOf)}
          autoComplete="off"
        />
        <div role="status">
          {isUnreadable && way === 'file' && <Notice tone="danger">{text.unreadable}</Notice>}
          {check.data && <Verdict verdict={check.data.data} />}
        </div>
        <ErrorNotice error={check.error} />
      </div>
    </Dialog>
  );
}

type Result = NonNullable<ReturnType<typeof useAction<'verifyErasureCertificate'>>['data']>['data'];

function Verdict({ verdict: { reason, certificate, isOf } }: { readonly verdict: Result }) {
  const text = useWords(words);
  const formats = useFormats();
  if (certificate === null)
    return (
      <Notice tone="danger" title={text.notValid}>
        {reason && text.reasons[reason]}
      </Notice>
    );
  const { erased, erasedAt, userEmail, by, scope, complete } = certificate;
  return (
    <div className="stack">
      <Notice tone="ok" title={text.valid}>
        {text.validText}
      </Notice>
      {complete === false && (
        <Notice tone="warn" title={text.incomplete}>
          {text.incompleteText}
        </Notice>
      )}
      {isOf === true && <Notice tone="ok">{text.isOf}</Notice>}
      {isOf === false && <Notice tone="warn">{text.isNotOf}</Notice>}
      <Facts
        items={[
          { name: text.time, value: formats.dateTime(erasedAt) },
          { name: text.by, value: userEmail ?? text.eraser[by] },
          { name: text.what, value: scope === 'subject' ? text.user(erased.visitors) : text.visitor },
        ]}
      />
    </div>
  );
}

function readCertificate(json: string): Presented | null {
  try {
    const value = JSON.parse(json) as Partial<Presented> | null;
    return typeof value?.id === 'string' && typeof value.code === 'string' ? (value as Presented) : null;
  } catch {
    return null;
  }
}

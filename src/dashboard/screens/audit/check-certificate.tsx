import { useId, useState } from 'react';
import { call } from '../../api/client';
import { useMutationOnce } from '../../api/use-mutation-once';
import type { ErasureCertificate } from '../../app/erasure-certificate';
import { Button, Dialog, ErrorNotice, Notice } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import type { Entry } from './entry';
import { words } from './words';

/** How many entries of a certificate are compared; those of one person’s devices are fewer. */
const mostCompared = 100;

/** Compares a certificate of an erasure with the log. */
export function CheckCertificate() {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const check = useMutationOnce({ mutationFn: compare });
  const verdict = check.data;
  const close = () => {
    setOpen(false);
    check.reset();
  };
  return (
    <>
      <Button onPress={() => setOpen(true)}>{text.checkCertificate}</Button>
      <Dialog
        title={text.checkCertificate}
        isOpen={isOpen}
        onClose={close}
        footer={
          <Button variant="primary" onPress={close}>
            {actions.done}
          </Button>
        }
      >
        <p>{text.checkCertificateText}</p>
        <div className="field">
          <label className="label" htmlFor={id}>
            {text.certificate}
          </label>
          <input
            id={id}
            className="input"
            type="file"
            accept=".json,application/json"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) check.mutate(file);
            }}
          />
        </div>
        <div role="status">
          {verdict?.isWhole === true && (
            <Notice tone="ok">
              {text.certificateFits(
                verdict.entries.length,
                formats.dateTime(verdict.entries[0]?.createdAt ?? 0),
                verdict.entries[0]?.userEmail ?? text.noUser,
              )}
            </Notice>
          )}
          {verdict?.isWhole === false && <Notice tone="danger">{text.certificateUnknown}</Notice>}
        </div>
        <ErrorNotice error={check.error} />
      </Dialog>
    </>
  );
}

interface Verdict {
  /** The log has every entry that was compared, exactly as the certificate has it. */
  readonly isWhole: boolean;
  readonly entries: readonly Entry[];
}

const unreadable: Verdict = { isWhole: false, entries: [] };

async function compare(file: File): Promise<Verdict> {
  const entries = readEntries(await file.text());
  if (entries.length === 0) return unreadable;
  for (const entry of entries.slice(0, mostCompared)) {
    const { data } = await call('listAudit', { query: { id: entry.id, limit: 1 } });
    const [logged] = data.items;
    if (logged === undefined || canonical(logged) !== canonical(entry)) return unreadable;
  }
  return { isWhole: true, entries };
}

function readEntries(json: string): readonly Entry[] {
  try {
    const { entries } = JSON.parse(json) as Partial<ErasureCertificate>;
    const isEntry = (entry: unknown) =>
      typeof (entry as Entry | null)?.id === 'string' && (entry as Entry).action === 'consent:erased';
    return Array.isArray(entries) && entries.every(isEntry) ? entries : [];
  } catch {
    return [];
  }
}

/** JSON that does not depend on the order of keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

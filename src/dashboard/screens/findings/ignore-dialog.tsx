import { useState } from 'react';
import { FormDialog, TextField } from '../../components';
import { useWords } from '../../words';
import { type Decided, useDecision } from './use-decision';
import { words } from './words';

/** Asks why findings are ignored, for whoever reads the audit log later. */
export function IgnoreDialog({ about, onClose }: { readonly about: Decided; readonly onClose: () => void }) {
  const text = useWords(words);
  const [reason, setReason] = useState('');
  const { decide, isPending, error } = useDecision();
  return (
    <FormDialog
      title={text.ignoreNamed(about.name)}
      onClose={onClose}
      action={text.ignoreIt}
      onSubmit={() => decide(about, 'ignored', reason.trim(), onClose)}
      isReady={reason.trim() !== ''}
      isPending={isPending}
      error={error}
    >
      <p>{text.ignoreText}</p>
      <TextField
        label={text.reason}
        help={text.reasonHelp}
        value={reason}
        onChange={setReason}
        maxLength={500}
        autoFocus
      />
    </FormDialog>
  );
}

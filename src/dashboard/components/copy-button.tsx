import { useEffect, useState } from 'react';
import { useSharedWords } from '../words';
import { Button } from './button';

/** Copies a text to the clipboard, and confirms it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const { actions } = useSharedWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <Button
      icon={isCopied ? 'check' : 'copy'}
      onPress={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <span aria-live="polite">{isCopied ? actions.copied : (label ?? actions.copy)}</span>
    </Button>
  );
}

/** Shows a text to be copied, such as a snippet or a key. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="code-block">
      <pre role="region" aria-label={label} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

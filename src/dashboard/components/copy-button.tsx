import { useEffect, useState } from 'react';
import { useSharedWords } from '../words';
import { Button } from './button';

/** Copies a text to the clipboard, and says whether that worked: browsers can refuse it, and do so without HTTPS. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const { actions } = useSharedWords();
  const [result, setResult] = useState<'copied' | 'notCopied' | null>(null);
  useEffect(() => {
    if (result !== 'copied') return;
    const timer = setTimeout(() => setResult(null), 2_000);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      setResult('notCopied');
    }
  };
  return (
    <Button
      icon={result === null ? 'copy' : result === 'copied' ? 'check' : 'warning'}
      onPress={() => void copy()}
    >
      <span aria-live="polite">{result === null ? (label ?? actions.copy) : actions[result]}</span>
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

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWords } from '../words';
import type { PreviewAnswer, PreviewMessage } from './preview-message';
import { words } from './words';

/** Time without a sign of the frame after which it is loaded again; longer after each attempt (ms). */
const patienceMs = 5_000;

export interface PreviewFrameProps {
  readonly title: string;
  readonly message: PreviewMessage;
  /** Size of the visitor's window (CSS px). */
  readonly size: { readonly width: number; readonly height: number };
  readonly scale: number;
  /** Whether the banner can be used. Otherwise it cannot take the focus from a field in which somebody types. */
  readonly isInteractive: boolean;
  readonly onLanguage: (locale: string) => void;
}

/** Shows a message in its own frame; the previous one stays until the new one is drawn. */
export function PreviewFrame({ message, size, scale, ...props }: PreviewFrameProps) {
  const [drawn, setDrawn] = useState(message);
  const messages = drawn === message ? [message] : [drawn, message];
  return (
    <div className="preview-stage" style={{ width: size.width * scale, height: size.height * scale }}>
      {messages.map((each) => (
        <Frame
          {...props}
          key={keyOf(each)}
          message={each}
          isCurrent={each === message}
          style={{ ...size, transform: `scale(${scale})` }}
          onDrawn={() => setDrawn(each)}
        />
      ))}
    </div>
  );
}

function Frame({
  title,
  message,
  isCurrent,
  isInteractive,
  style,
  onDrawn,
  onLanguage,
}: Omit<PreviewFrameProps, 'size' | 'scale'> & {
  readonly isCurrent: boolean;
  readonly style: object;
  readonly onDrawn: () => void;
}) {
  const text = useWords(words);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [tries, setTries] = useState(1);
  const receive = useRef((_answer: PreviewAnswer) => {});
  receive.current = (answer) => {
    // The frame has no origin that could be named.
    if (answer.type === 'ready') {
      setReady(true);
      frame.current?.contentWindow?.postMessage(message, '*');
    }
    if (answer.type === 'drawn' && isCurrent) onDrawn();
    if (answer.type === 'language') onLanguage(answer.locale);
  };
  // In the layout phase, because the frame cannot have loaded before it.
  useLayoutEffect(() => {
    const listen = ({ source, data }: MessageEvent<PreviewAnswer>) => {
      if (source === frame.current?.contentWindow) receive.current(data);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(() => setTries(tries + 1), tries * patienceMs);
    return () => clearTimeout(timer);
  }, [isReady, tries]);
  return (
    <>
      <iframe
        key={tries}
        ref={frame}
        title={title}
        src="preview.html"
        sandbox="allow-scripts"
        inert={!isInteractive || !isCurrent}
        // Otherwise the browser's own error page would appear in it.
        style={{ ...style, visibility: isReady ? 'visible' : 'hidden' }}
      />
      {!isReady && tries > 1 && <p className="preview-waiting">{text.waiting}</p>}
    </>
  );
}

const keys = new WeakMap<PreviewMessage, number>();
let lastKey = 0;

function keyOf(message: PreviewMessage): number {
  const key = keys.get(message) ?? ++lastKey;
  keys.set(message, key);
  return key;
}

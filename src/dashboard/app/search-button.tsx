import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Icon, useTell } from '../components';
import { isApple } from '../components/is-apple';
import { useSharedWords } from '../words';
import { leave } from './leaving';

type Palette = ComponentType<{
  readonly typed: string;
  readonly onClose: () => void;
  readonly onGo: (to: string) => void;
}>;

const openEvent = 'express-consent:search';
const shortcut = isApple ? '⌘K' : 'Ctrl K';

/** Opens the search, as Ctrl+K or ⌘K do. */
export function SearchButton() {
  const { shell } = useSharedWords();
  return (
    <button
      type="button"
      className="search-button"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={() => dispatchEvent(new Event(openEvent))}
    >
      <Icon name="search" />
      <span className="grow">{shell.find}</span>
      <span className="shortcut" aria-hidden="true">
        {shortcut}
      </span>
    </button>
  );
}

/** The search over the page, which is loaded when it is first opened. */
export function SearchWindow() {
  const { errors } = useSharedWords();
  const tell = useTell();
  const [location, go] = useLocation();
  // Every navigation closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const [Content, setContent] = useState<Palette | null>(null);
  const isLoading = useRef(false);
  const isAwaited = useRef(false);
  /** Keys that were pressed before there was a field for them. */
  const typed = useRef('');

  useEffect(() => {
    const open = () => {
      setOpenedAt(location);
      typed.current = '';
      isAwaited.current = true;
      if (isLoading.current) return;
      isLoading.current = true;
      import('../palette/index').then(
        (loaded) => setContent(() => loaded.default),
        () => {
          isLoading.current = false;
          isAwaited.current = false;
          tell(errors.offline);
        },
      );
    };
    const press = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (isApple ? event.metaKey : event.ctrlKey);
      // A text editor makes a link with the same keys; an open window is finished first.
      if (!isShortcut || event.shiftKey || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector('.overlay') === null) open();
    };
    const keep = (event: KeyboardEvent) => {
      const { key } = event;
      if (!isAwaited.current || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('.palette-field') !== null) {
        isAwaited.current = false;
        return;
      }
      if (key === 'Escape') {
        isAwaited.current = false;
        setOpenedAt(null);
      } else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if ([...key].length === 1) typed.current += key;
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', press);
    addEventListener('keydown', keep, true);
    addEventListener(openEvent, open);
    return () => {
      removeEventListener('keydown', keep, true);
      removeEventListener('keydown', press);
      removeEventListener(openEvent, open);
    };
  }, [location, errors, tell]);

  if (Content === null || openedAt !== location) return null;
  return (
    <Content
      typed={typed.current}
      onClose={() => setOpenedAt(null)}
      onGo={(to) => leave({ path: to, go: () => go(to) })}
    />
  );
}

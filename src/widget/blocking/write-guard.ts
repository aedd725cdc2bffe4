import { getTextPolicy } from '../core/text-policy';
import type { WidgetContext } from '../widget-types';

/** Keeps the scripts that the widget runs from replacing the page. */
export interface WriteGuard {
  /** Runs `start`, which starts a script. Writing of this script does not reach the page until `insert`. */
  run(script: HTMLScriptElement, start: () => void): void;
  /** Inserts what the script has written, next to it, or next to `original` where it has left the page. */
  insert(script: HTMLScriptElement, original: HTMLScriptElement): void;
}

/**
 * Guards `document.write`, `writeln` and `open`: once the page has been parsed, they replace it. Calls of other scripts
 * reach the browser as before.
 */
export function createWriteGuard(context: WidgetContext): WriteGuard {
  const { dom, report } = context;
  /** Text that each script has written, for scripts that the widget has started. */
  const texts = new WeakMap<Element, string>();
  /** The script that runs now, which a shadow root hides from `currentScript`. */
  let running: HTMLScriptElement | undefined;

  for (const name of ['write', 'writeln', 'open'] as const) {
    const native = dom[name] as (...parts: string[]) => unknown;
    dom[name] = ((...parts: string[]) => {
      const script = (dom.currentScript as HTMLScriptElement | null) ?? running;
      const text = script && texts.get(script);
      // With three parts, `open` opens a window.
      if (!script || text === undefined || (name === 'open' && parts.length > 2)) return native(...parts);
      report(
        'A script that waited for consent calls document.write, which would replace the page. Its text is inserted instead. See docs/guide/troubleshooting.md#writing-into-the-page',
      );
      if (name === 'open') return document;
      texts.set(script, text + parts.join('') + (name === 'writeln' ? '\n' : ''));
    }) as never;
  }

  const guard: WriteGuard = {
    run(script, start) {
      const outer = running;
      texts.set(script, '');
      running = script;
      try {
        start();
      } finally {
        running = outer;
      }
    },
    insert(script, original) {
      const text = texts.get(script);
      const place = script.parentNode ? script : original;
      if (!text || !place.parentNode) return;
      texts.set(script, '');
      const range = dom.createRange();
      range.selectNode(place);
      const written = range.createContextualFragment(getTextPolicy(context).createHTML(text));
      const scripts = [...written.querySelectorAll('script')];
      for (const inner of scripts) {
        texts.set(inner, '');
        inner.async = false;
        inner.addEventListener('load', () => guard.insert(inner, inner));
      }
      place.before(written);
      for (const inner of scripts) guard.insert(inner, inner);
    },
  };
  return guard;
}

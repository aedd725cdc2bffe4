import { useTell } from '../../../components';
import { type Changes, valueAt } from '../edits/edits';
import type { CookieEditor } from './cookie-edits';

/** Returns a function that removes something, reports it, and offers to undo it. */
export function useRemoval({ content, setAll }: CookieEditor) {
  const tell = useTell();
  return (changes: Changes, message: string) => {
    setAll(changes);
    tell(message, { undo: () => setAll(changes.map(([path]) => [path, valueAt(content, path)])) });
  };
}

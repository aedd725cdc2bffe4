import { useTell } from '../../../components';
import type { Changes } from '../edits/edits';
import type { CookieEditor } from './cookie-edits';

/** Returns a function that removes something, reports it, and offers to undo it while the editor is there. */
export function useRemoval({ setAll, lifetime }: CookieEditor) {
  const tell = useTell();
  return (changes: Changes, message: string) => tell(message, { undo: setAll(changes), until: lifetime });
}

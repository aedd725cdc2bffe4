import { createButton } from '../core/controls';
import sheet from '../question.css';
import type { Kit } from '../widget-types';

/**
 * Asks whether the visitor means a choice that conflicts with Global Privacy Control. Under `gpcMode: strict` only
 * this separate click counts (11 CCR § 7025(c)(4): consent after notice of the conflict).
 * @returns whether the visitor confirmed
 */
export function confirmAgainstSignal(kit: Kit): Promise<boolean> {
  const { element, word, root } = kit;
  root.style(sheet);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      resolve(isConfirmed);
      dialog.close();
    };
    const dialog = element(
      'dialog',
      { class: 'question', part: 'question', 'aria-labelledby': 'question-text' },
      element('p', { id: 'question-text', class: 'ask' }, word('gpcConfirm')),
      element(
        'div',
        { class: 'buttons' },
        createButton(kit, word('gpcKeep'), 'primary', () => answer(false)),
        createButton(kit, word('gpcShareAnyway'), 'primary', () => answer(true)),
      ),
    );
    kit.openDialog(dialog);
    dialog.addEventListener('close', () => resolve(false));
  });
}

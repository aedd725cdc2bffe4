import { findAge, passedKey } from '../core/age';
import { createButton } from '../core/controls';
import { readStored, store } from '../core/storage';
import sheet from '../question.css';
import type { Kit } from '../widget-types';

/** Returns whether the visitor may decide: old enough, or a parent is asked. For others, refuses everything. */
export async function passGate(kit: Kit): Promise<boolean> {
  const { context, categories } = kit;
  const { ageVerified, parentalConsentToken } = context.fields;
  if (ageVerified || parentalConsentToken) return true;
  const isOldEnough = readStored(passedKey) === '1' || (await askAge(kit));
  context.fields = { ...context.fields, ageVerified: isOldEnough };
  if (isOldEnough) {
    store(passedKey, '1');
    return true;
  }
  // At once: from now on the site knows that the visitor is a child, who may leave at any time.
  const refused = context.decide({ states: categories.map(() => false), method: 'refuse', layer: 'age' });
  return kit.profile.ageGate?.parental ? askParent(kit, refused) : tellTooYoung(kit, refused);
}

/**
 * Asks for the visitor's age before anything else, without a hint at the answer that opens the way (16 CFR
 * § 312.2, "directed to children": a neutral age screen).
 */
function askAge(kit: Kit): Promise<boolean> {
  const age = findAge(kit.bootstrap) ?? 16;
  return kit.profile.ageGate?.ask === 'birthYear' ? askBirthYear(kit, age) : askYesNo(kit, age);
}

function askYesNo(kit: Kit, age: number): Promise<boolean> {
  return ask(kit, kit.word('ageQuestion', { age }), (answer) => [
    element(
      kit,
      'buttons',
      createButton(kit, kit.word('yes'), 'primary', () => answer(true)),
      createButton(kit, kit.word('no'), 'primary', () => answer(false)),
    ),
  ]);
}

function askBirthYear(kit: Kit, age: number): Promise<boolean> {
  const year = new Date().getFullYear();
  const field = kit.element('input', {
    id: 'birth-year',
    class: 'field',
    inputmode: 'numeric',
    autocomplete: 'bday-year',
    maxlength: 4,
    required: true,
    pattern: '(19|20)[0-9]{2}',
    'aria-labelledby': 'question-text',
  });
  return ask(kit, kit.word('birthYear'), (answer) => {
    const form = kit.element(
      'form',
      { method: 'dialog' },
      field,
      element(
        kit,
        'buttons',
        createButton(kit, kit.word('next'), 'primary', () => form.requestSubmit()),
      ),
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      // The birthday of this year may be still to come, so the year itself is not enough.
      answer(year - Number(field.value) > age);
    };
    return [form];
  });
}

async function tellTooYoung(kit: Kit, refused: Promise<unknown>): Promise<boolean> {
  await ask<void>(kit, kit.word('tooYoung'), (answer) => [
    element(
      kit,
      'buttons',
      createButton(kit, kit.word('close'), 'primary', () => answer()),
    ),
  ]);
  await refused;
  return false;
}

/**
 * Asks a parent by way of the host, which gets the token as an event and sends it. With the token, the child may decide:
 * nothing optional is allowed until the parent agrees.
 */
async function askParent(kit: Kit, refused: Promise<unknown>): Promise<boolean> {
  const { context, profile } = kit;
  const wantsToAsk = await ask<boolean>(kit, kit.word('parentNote'), (answer) => [
    element(
      kit,
      'buttons',
      createButton(kit, kit.word('askParent'), 'primary', () => answer(true)),
      createButton(kit, kit.word('close'), 'primary', () => answer(false)),
    ),
  ]);
  // The token is for the visitor of this record.
  await refused;
  if (!wantsToAsk) return false;
  const { token } = await context.call<{ token?: string }>(
    'consent/parental-consent-request',
    ({ token = '' }) => token.length >= 0,
    {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ profileId: profile.id }),
    },
  );
  if (token) context.fields = { ...context.fields, parentalConsentToken: token };
  await ask<void>(kit, kit.word('parentPending'), (answer) => [
    element(
      kit,
      'buttons',
      createButton(kit, kit.word('next'), 'primary', () => answer()),
    ),
  ]);
  return Boolean(token);
}

const element = (kit: Kit, name: string, ...children: Node[]) =>
  kit.element('div', { class: name }, ...children);

/** Shows one question that cannot be left without an answer. */
function ask<T>(kit: Kit, question: string, controls: (answer: (value: T) => void) => Node[]): Promise<T> {
  const { heading, text } = kit.profile.ageGate ?? {};
  kit.root.style(sheet);
  return new Promise((resolve) => {
    const dialog = kit.element(
      'dialog',
      { class: 'question', part: 'question', 'aria-labelledby': 'question-text' },
      heading && kit.element('h2', { class: 'heading' }, heading),
      text && kit.element('p', { class: 'text' }, text),
      kit.element('p', { id: 'question-text', class: 'ask' }, question),
      ...controls((value) => {
        resolve(value);
        dialog.close();
      }),
    );
    kit.openDialog(dialog, { persistent: true });
  });
}

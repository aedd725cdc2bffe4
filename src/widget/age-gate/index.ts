import { findAge, hasFailed, hasPassed, keepFailed, parentKey, passedKey } from '../core/age';
import { createButton } from '../core/controls';
import { store } from '../core/storage';
import sheet from '../question.css';
import type { Kit, Outcome } from '../widget-types';

// Why: docs/adr/0174-a-parents-answer-reaches-the-page.md, docs/adr/0175-how-long-an-answer-about-the-age-counts.md

/** Facts of the record about the visitor's age. */
interface OwnRecord {
  readonly ageVerified?: boolean;
  readonly updatedAt: string;
  readonly profileId: string;
  readonly parentalConsent?: 'pending' | 'granted';
}

/**
 * Returns whether the visitor may decide: old enough, or a parent is asked. For others, refuses everything.
 * @param opening what is only opened: a child who is known decides nothing by that, and can withdraw in the preferences
 */
export async function passGate(kit: Kit, opening?: 'preferences' | 'embed'): Promise<boolean> {
  const { context, categories } = kit;
  const pass = (ageVerified: boolean) => {
    context.fields = { ...context.fields, ageVerified };
    return true;
  };
  if (context.fields.ageVerified !== undefined) return true;
  if (hasPassed()) return pass(true);
  const own = await readOwn(kit);
  const parent = own?.parentalConsent;
  if (parent === 'granted' && own?.profileId === kit.profile.id) return pass(false);
  // Another device of the account can have passed it.
  if (own?.ageVerified && context.choice) return pass(true);
  // Only who is old enough, or has a parent who agreed, can have allowed something.
  if (!parent && own?.ageVerified !== false && hasGrants(kit)) return true;
  const isKnown = parent || isTooYoung(own);
  if (!isKnown) {
    // Another tab can have got the other answer meanwhile.
    if ((await askAge(kit)) && !isTooYoung(await readOwn(kit))) {
      store(passedKey, `${categories.toChoice({}).expiresAt}`);
      return pass(true);
    }
    keepFailed();
  }
  const findKept = () => context.readChoice()[0] ?? context.choice;
  const refuse = () =>
    context.decide(
      {
        states: categories.map(() => false),
        method: 'refuse',
        layer: 'age',
        fields: { ageVerified: false },
      },
      kit,
    );
  // At once: from now on the site knows that the visitor is a child, who may leave at any time.
  const refused = isKnown && (opening || (findKept() && !hasGrants(kit))) ? null : refuse();
  let sending: Promise<Outcome | void> | null = refused;
  /** Resolves once the service has got, or has not got, the refusal that belongs to the question for a parent. */
  const send = async () => {
    const first = sending;
    sending = null;
    if (first) return first;
    const kept = findKept();
    if (parent || own?.ageVerified === false || kept?.submissionId === null) return 'saved';
    return kept ? (await context.part('renew')).resend(kept) : refuse();
  };
  if (!kit.profile.ageGate?.parental) await tellTooYoung(kit);
  else if (await askParent(kit, parent === 'pending', send)) return pass(false);
  await refused;
  return opening === 'preferences' && hasGrants(kit);
}

const hasGrants = ({ context }: Kit): boolean =>
  context.choice?.categories.some(({ mandatory, state }) => !mandatory && state === 'granted') ?? false;

/** Returns the visitor's record, and puts in force what a parent has allowed or limited since. */
async function readOwn({ context, bootstrap }: Kit): Promise<OwnRecord | undefined> {
  const { visitor } = bootstrap.cookies;
  // Without this cookie there is no record, and asking for it is an error.
  if (visitor ? !context.readCookies().includes(`${visitor}=`) : !context.choice) return undefined;
  const before = context.choice;
  const own = await context
    .call<{ record: OwnRecord }>('consent', ({ record }) => record, { credentials: 'include' })
    .catch(() => null);
  const [choice] = context.readChoice();
  if (choice && context.choice === before && own?.record.parentalConsent) context.apply(choice, true);
  return own?.record;
}

const day = 86_400_000;

/** Returns whether the visitor was too young in this session, or in the last day as the record says. */
const isTooYoung = (own: OwnRecord | undefined): boolean =>
  hasFailed() || (own?.ageVerified === false && Date.now() - Date.parse(own.updatedAt) < day);

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

async function tellTooYoung(kit: Kit): Promise<void> {
  await ask<void>(kit, kit.word('tooYoung'), (answer) => [
    element(
      kit,
      'buttons',
      createButton(kit, kit.word('close'), 'primary', () => answer()),
    ),
  ]);
}

/**
 * Asks a parent by way of the host, which gets the token as an event and sends it. Then the child may decide: nothing
 * optional is allowed until the parent agrees. Where the parent cannot be asked, the child is told, and can try again.
 * Returns whether a parent is asked.
 * @param isAsked whether a parent was asked before and has not answered, so that the child need not ask again
 * @param send sends the child's refusal: the parent is asked about the visitor of its record
 */
async function askParent(kit: Kit, isAsked: boolean, send: () => Promise<Outcome | void>): Promise<boolean> {
  let text = isAsked ? 'parentPending' : 'parentNote';
  for (;;) {
    const wantsToAsk = await ask<boolean>(kit, kit.word(text), (answer) => [
      element(
        kit,
        'buttons',
        createButton(kit, kit.word('askParent'), 'primary', () => answer(true)),
        createButton(kit, kit.word(isAsked ? 'next' : 'close'), 'primary', () => answer(false)),
      ),
    ]);
    if (!wantsToAsk) return isAsked;
    const outcome = await send();
    if (outcome === 'saved' && (await requestParent(kit))) break;
    text = outcome === 'saved' || outcome === 'refused' ? 'saveFailed' : 'notSaved';
  }
  store(parentKey, '1');
  await ask<void>(kit, kit.word('parentPending'), (answer) => [
    element(
      kit,
      'buttons',
      createButton(kit, kit.word('next'), 'primary', () => answer()),
    ),
  ]);
  return true;
}

/** Returns whether the service has passed the question on. */
async function requestParent({ context, profile }: Kit): Promise<boolean> {
  try {
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
    return true;
  } catch (error) {
    context.report(error);
    return false;
  }
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

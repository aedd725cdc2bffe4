import { describeCloseButton } from '#layers/index';
import { withoutPreGrants } from '#standards/choice/index';
import { findAge, isVisitorUnknown } from '../core/age';
import { readAgain } from '../core/read-again';
import { createFailure } from '../core/request';
import type { Bootstrap, Kit, Ui, WidgetContext } from '../widget-types';
import { showBanner } from './banner';
import { toChoice } from './consent-map';
import { element } from './elements';
import { createKit } from './kit';
import { createRoot, findWrittenHost } from './root';

export { call, readBootstrap } from '../core/service';

/** Creates the layers that ask the visitor. */
export async function create(context: WidgetContext): Promise<Ui> {
  const root = createRoot(context, await findWrittenHost(context));
  const message = element('p', { role: 'status' });
  const status = element('div', { class: 'status', part: 'status' }, message);
  root.frame.append(status);
  const hideStatus = () => {
    status.classList.remove('visible');
    status.removeAttribute('popover');
    message.nextSibling?.remove();
  };
  /** Word that the status says. */
  let said = '';
  let closeBanner = () => {};

  /** The question about the age that is on the screen. */
  let gate: Promise<boolean> | undefined;

  const askAge: Ui['passAgeGate'] = async (kit, opening) => {
    if (!findAge(kit.bootstrap)) return true;
    const { passGate } = await context.load<{ passGate: Ui['passAgeGate'] }>('age-gate');
    const isPassed = await passGate(kit, opening);
    if (!context.choice) applyUndecided(kit.bootstrap);
    return isPassed;
  };

  /** Puts the states before a decision in force, unless another page has decided meanwhile: that decision applies. */
  function applyUndecided(bootstrap: Bootstrap): void {
    const [kept] = context.readChoice();
    if (kept) return context.apply(kept, true);
    const { asksFirst, gpcBinding, profile } = bootstrap;
    const categories = isVisitorUnknown(context, bootstrap)
      ? withoutPreGrants(bootstrap.categories)
      : bootstrap.categories;
    // Without a profile there is nothing to ask: everything is allowed where the law does not ask first.
    const allowsAll = !profile && !asksFirst && !(context.gpc && gpcBinding);
    // A choice without any decision has the states before the decision.
    context.apply(profile && toChoice({ ...bootstrap, categories }, profile), false, allowsAll);
  }

  const ui: Ui = {
    root,
    async ask(again, hasEnded) {
      const { choice } = context;
      try {
        const bootstrap = await (again ? readAgain(context) : context.bootstrap());
        const { asksFirst, cookies, profile } = bootstrap;
        // Without the cookie only the service knows the choice. A visitor who has lost it can have opted out.
        const isInCookie =
          cookies.choice && (asksFirst || !context.readCookies().includes(`${cookies.visitor}=`) || hasEnded);
        if (profile && !isInCookie && (await (await context.part('renew')).restore(true))) return;
        context.isRead = true;
        // Unless this page has decided meanwhile, or followed another one.
        if (context.choice === choice) applyUndecided(bootstrap);
        if (!context.choice) await ui.show();
      } catch (error) {
        context.report(error);
      }
    },
    async show() {
      const before = context.choice;
      const kit = await ui.createKit();
      if (!(await ui.passAgeGate(kit))) return;
      const { choice } = context;
      // The visitor decided meanwhile, on a banner that was there. The gate has refused for a child who asks a parent.
      if (choice !== before && context.fields.ageVerified !== false) return;
      closeBanner();
      closeBanner = showBanner(kit);
      // After the frame with the banner, so that a decision can be made offline. Pages in the background and prerendered
      // ones draw no frame.
      requestAnimationFrame(() =>
        setTimeout(() =>
          context.part('decide').then(
            (recorder) => {
              if (context.choice === choice) recorder.countShown(kit);
            },
            () => {},
          ),
        ),
      );
    },
    async open() {
      const [kit, { openPreferences }] = await Promise.all([
        ui.createKit(),
        context.load<{ openPreferences(kit: Kit): void }>('preferences'),
        // Visitors who can choose can also save: later, this part can be out of reach.
        context.load('decide'),
      ]);
      if (await ui.passAgeGate(kit, 'preferences')) openPreferences(kit);
    },
    async decide(decision, shown) {
      const kit = shown ?? (await ui.createKit());
      try {
        return await (await context.part('decide')).decide(decision, kit);
      } catch (error) {
        ui.announce(kit, 'saveFailed');
        throw error;
      }
    },
    passAgeGate(kit, opening) {
      gate ??= askAge(kit, opening).finally(() => {
        gate = undefined;
      });
      return gate;
    },
    announce({ build, word }, key) {
      said = key;
      hideStatus();
      const say = () => {
        message.textContent = word(said);
      };
      // Nobody can use what is outside of a modal layer.
      const layer = [...root.frame.querySelectorAll('dialog[data-modal][open]')].pop() ?? root.frame;
      if (status.parentNode === layer) say();
      else {
        layer.append(status);
        // Screen readers announce what changes in a status that is there.
        requestAnimationFrame(say);
      }
      if (key === 'saved') return;
      const close = build(describeCloseButton(word));
      close.onclick = hideStatus;
      status.append(close);
      status.classList.add('visible');
      // Above the banner, which is in the top layer.
      status.setAttribute('popover', 'manual');
      if (status.isConnected) status.showPopover?.();
    },
    async createKit() {
      const [bootstrap] = await Promise.all([context.bootstrap(), root.attached]);
      if (bootstrap.tcf || bootstrap.gpp)
        context.part('frameworks').then(
          ({ watch }) => watch(root.frame),
          () => {},
        );
      if (!bootstrap.profile)
        throw createFailure(
          `No profile is active for "${bootstrap.complianceGroup}", so there is no banner. See docs/guide/troubleshooting.md#no-active-profile`,
        );
      return createKit(context, root, bootstrap, bootstrap.profile);
    },
  };
  context.on(({ choice, decided }) => {
    if (decided) closeBanner();
    // Sent by another tab, or erased.
    if (said === 'notSaved' && !choice?.submissionId) hideStatus();
  });
  return ui;
}

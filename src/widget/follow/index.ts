import type { ServiceAnswers } from '#standards/choice/index';
import { blockedContent, hasContent } from '../blocking/find-content';
import { findElements } from '../blocking/find-elements';
import { addressAttributes } from '../blocking/load-content';
import { parentKey } from '../core/age';
import { owedKey, readStored, store } from '../core/storage';
import type { States, WidgetContext } from '../widget-types';

const day = 86_400_000;

/** Events of the window after which another tab or the service may have changed the choice. */
const wakeEvents = ['pageshow', 'focus', 'online', 'visibilitychange'];

const links = '[data-consent-open]';
const declarations = 'svc-declaration';
const watched = [blockedContent, links, declarations].join();

/**
 * Scripts that the page wants to block, and that browsers run: `ascript` ends the types of JavaScript and ECMAScript. Those
 * that wait for an attribute which nothing reads are named too.
 */
const unblocked =
  'script:is([data-category],[data-service],[data-categories]):is(:not([type]),[type=""],[type=module],[type*=ascript],[data-categories][type="text/plain"])';

const { matches, querySelector } = Element.prototype;

/** Returns whether a selector matches an element or one below it. */
const contains = (element: Element, selector: string) =>
  matches.call(element, selector) || querySelector.call(element, selector) !== null;

/** Elements of other documents, which a page can adopt, are not instances of this one's classes. */
const isElement = (node: Node): node is Element => node.nodeType === 1;

/**
 * Follows what changes on the page after it has been parsed: content, links and declarations that come later, addresses
 * and categories that change, and the language. Looks only at what has changed, so that a large page costs no more than
 * a small one. Also ends what refused categories have stored again, and sees whether the service must hear of the choice.
 */
export function create(context: WidgetContext): object {
  const { dom, options, report, roots } = context;
  let { lang } = dom.documentElement;

  let hasLinks = false;
  const updateLink = () => {
    // The banner offers the same as long as nothing is decided.
    hasLinks ||= context.choice !== null || dom.querySelector(`${links}:empty`) !== null;
    if (hasLinks)
      context
        .part('link')
        .then((link) => link.update())
        .catch(report);
  };
  const checkDeclarations = () => {
    if (dom.querySelector(declarations)) context.part('declaration').catch(report);
  };

  const unblock = (scopes: readonly ParentNode[]) => {
    if (hasContent(context, findElements(scopes, blockedContent))) context.unblock(scopes);
  };

  const observer = new MutationObserver((records) => {
    const changed: Element[] = [];
    let hasLink = false;
    const look = (node: Node, isThere: boolean) => {
      if (!isElement(node)) return;
      if (options.consentRoots && isThere) findElements([node], options.consentRoots).forEach(openRoot);
      if (!contains(node, watched)) return;
      if (isThere) changed.push(node);
      hasLink ||= contains(node, links);
    };
    for (const { target, addedNodes, removedNodes, type } of records) {
      if (type === 'attributes') changed.push(target as Element);
      for (const node of addedNodes) look(node, true);
      for (const node of removedNodes) look(node, false);
    }
    if (changed[0]) {
      unblock(changed);
      checkDeclarations();
    }
    if (hasLink) updateLink();
  });
  const watch = (root: Node) =>
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-category', 'data-service', ...addressAttributes],
    });

  /** Looks into the shadow root of an element, if it is open. */
  function openRoot({ shadowRoot }: Element): void {
    if (!shadowRoot || roots.has(shadowRoot)) return;
    roots.add(shadowRoot);
    watch(shadowRoot);
    unblock([shadowRoot]);
    if (options.consentRoots) findElements([shadowRoot], options.consentRoots).forEach(openRoot);
  }

  function warnOfRoots(): void {
    for (const { shadowRoot, localName } of dom.querySelectorAll('*'))
      if (
        shadowRoot &&
        localName !== 'svc-consent' &&
        !roots.has(shadowRoot) &&
        shadowRoot.querySelector(blockedContent)
      )
        report(
          `Blocked content in the shadow root of <${localName}> is not looked at. See docs/guide/troubleshooting.md#shadow-root`,
        );
  }

  async function changeLanguage(): Promise<void> {
    if (options.lang || dom.documentElement.lang === lang) return;
    lang = dom.documentElement.lang;
    const { choice } = context;
    await context.bootstrap(lang || navigator.languages.join());
    const ui = await context.part('banner');
    // Not one that has been answered.
    if (context.choice === choice && ui.root.frame.querySelector('.banner:not(.leaving)')) await ui.show();
    updateLink();
  }

  let cookie: string | undefined;
  let isSettling = false;

  /** Sends what the service has not confirmed yet, and asks it once a day whether the choice still holds. */
  async function settle(event?: Event): Promise<void> {
    const [choice, text] = context.readChoice();
    const isFirst = cookie === undefined;
    const isNews = text !== cookie;
    cookie = text;
    if (isSettling) return;
    if (!choice) return event && restore(event);
    // An earlier page has delivered it and was left before the answer.
    if (!choice.submissionId) store(owedKey);
    if (choice.account) context.part('account').then((follow) => follow(choice), report);
    // Times in the future come from a clock that was wrong.
    const isRecent = (time: number) => Math.abs(Date.now() - time) < day;
    const isDue = !isRecent(choice.decidedAt) && !isRecent(Number(readStored('svc_checked')));
    const isDenied = ({ id, state }: { id: string; state: string | null }) =>
      state === 'granted' && context.states[id] !== state;
    const awaitsParent = isFirst && readStored(parentKey);
    if (!(choice.submissionId || isDue || awaitsParent || (isNews && choice.categories.some(isDenied))))
      return;
    isSettling = true;
    try {
      await (await context.part('renew')).settle(choice, isDue);
      // Each browser on one day of ten: by the minute of its decision, so that nothing has to be kept.
      const turn = Math.floor(choice.decidedAt / 60_000) + Math.floor(Date.now() / day);
      if (isDue && options.noReports === undefined && turn % 10 === 0)
        await (await context.load<typeof import('./report-names')>('report-names')).reportNames(context);
    } catch (error) {
      report(error);
    }
    isSettling = false;
  }

  /** Where the record alone keeps choices, another page or the service can have changed it while this page was not seen. */
  async function restore({ type, persisted }: Event & { readonly persisted?: boolean }): Promise<void> {
    // Nothing is in force where the service did not answer.
    if (type === 'focus' || persisted === false || dom.hidden || !Object.keys(context.states)[0]) return;
    isSettling = true;
    try {
      const { cookies } = await context.bootstrap();
      if (
        !(context.choice || context.isRead) ||
        (!cookies.choice && (await (await context.part('renew')).restore()) === false && context.choice)
      )
        await (await context.part('banner')).ask(true);
    } catch (error) {
      report(error);
    }
    isSettling = false;
  }

  // Pages without stubs that have had strings.
  if (readStored('svc_frameworks')) context.part('frameworks').catch(() => {});
  void settle();
  for (const event of wakeEvents) addEventListener(event, (woken) => void settle(woken));
  function removeRefused(before: States | null, servicesBefore: ServiceAnswers): void {
    if (context.choice?.categories.some(({ id }) => context.states[id] !== 'granted'))
      context
        .load<typeof import('../blocking/withdraw')>('withdraw')
        .then(({ withdraw }) => withdraw(context, before, servicesBefore))
        .catch(report);
  }

  watch(document);
  new MutationObserver(() => void changeLanguage().catch(report)).observe(dom.documentElement, {
    attributeFilter: ['lang'],
  });
  context.unblock();
  checkDeclarations();
  context.on(({ previous, previousServices, decided }) => {
    updateLink();
    unblock([...roots]);
    // A refusal also removes data from before it, such as that of an expired choice.
    if (decided) removeRefused(previous, previousServices);
  });
  if (options.consentRoots) {
    dom.querySelectorAll(options.consentRoots).forEach(openRoot);
    // Elements that get their shadow root later.
    for (const { localName } of dom.querySelectorAll(`:is(${options.consentRoots}):not(:defined)`))
      customElements.whenDefined(localName).then(() => dom.querySelectorAll(localName).forEach(openRoot));
  }
  warnOfRoots();
  const script = dom.querySelector(unblocked);
  if (script)
    report(
      `Not blocked: ${script.outerHTML.slice(0, 99)} See docs/guide/troubleshooting.md#script-not-blocked`,
    );
  return {};
}

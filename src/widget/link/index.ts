import { readDaily } from '../core/read-daily';
import sheet from '../link.css';
import type { Bootstrap, Link, WidgetContext, WidgetProfile } from '../widget-types';
import { createOptOutIcon } from './opt-out-icon';

/** The look of the link, stored so that a returning visitor needs no request for it. */
interface LinkLook {
  readonly text: string;
  readonly hasIcon: boolean;
  /** The line that says that Global Privacy Control has opted the visitor out, where that is binding by law. */
  readonly honoured?: { readonly text: string; readonly categories: readonly string[] } | undefined;
  readonly bootstrap: Pick<Bootstrap, 'locale' | 'dir'>;
  readonly profile: Pick<
    WidgetProfile,
    'currentLocale' | 'dir' | 'darkMode' | 'enhanceAccessibility' | 'theme'
  >;
}

const links = '[data-consent-open]';

/**
 * Makes sure that the choice can be changed from every page (GDPR, art. 7(3): withdrawing must be as easy as
 * agreeing): gives empty elements with `data-consent-open` the text of the profile, or shows its own link while
 * the page has none.
 */
export function create(context: WidgetContext): Link {
  const { dom } = context;
  /** Elements of the page whose text is ours. */
  const filled = new Set<Element>();
  let own: HTMLElement | undefined;

  async function update(): Promise<void> {
    // The banner offers the same as long as nothing is decided.
    if (own) own.hidden = !context.choice || isInPage();
    const isNeeded =
      filled.size > 0 || dom.querySelector(`${links}:empty`) || (context.choice && !isInPage());
    const look = isNeeded && (await readLook(context));
    if (!look) return;
    const status = getStatus(context, look);
    const fill = (node: Element) =>
      node.replaceChildren(look.text, ...(look.hasIcon ? [' ', createOptOutIcon()] : []), status);
    for (const node of dom.querySelectorAll(`${links}:empty`)) filled.add(node);
    for (const node of filled) {
      if (!node.isConnected) filled.delete(node);
      else if (
        node.firstChild?.nodeValue !== look.text ||
        node.lastChild?.nodeValue !== status ||
        Boolean(node.firstElementChild) !== look.hasIcon
      )
        fill(node);
    }
    if (!context.choice || isInPage()) return;

    const { root } = await context.part('banner');
    await root.attached;
    root.style(sheet);
    root.dress(look.bootstrap, look.profile);
    if (!own) {
      own = dom.createElement('button');
      own.setAttribute('type', 'button');
      own.className = 'reopen';
      own.part.add('reopen');
      own.dataset.consentOpen = '';
      root.frame.append(own);
    }
    own.hidden = !context.choice || isInPage();
    fill(own);
  }

  const isInPage = () => dom.querySelector(links) !== null;

  let last = Promise.resolve();
  return {
    update() {
      // One after the other, or the page could get two links.
      last = last.then(update).catch(context.report);
      return last;
    },
  };
}

/**
 * Says in the link that the signal has opted the visitor out, as long as it holds (11 CCR § 7025(c)(6)): not after a
 * choice against it.
 */
function getStatus({ gpc, states }: WidgetContext, { honoured }: LinkLook): string {
  const isHonoured = gpc && honoured && !honoured.categories.some((id) => states[id] === 'granted');
  return isHonoured ? ` · ${honoured.text}` : '';
}

function readLook(context: WidgetContext): Promise<LinkLook | null> {
  const { dom, options, choice } = context;
  // Before a choice, the page has what the service says now.
  if (!choice) return context.bootstrap().then(toLook);
  return readDaily<LinkLook>(
    context,
    'svc_link',
    [dom.documentElement.lang, options.tenant, choice.profileId, choice.profileVersion].join(),
    ({ text, bootstrap, profile }) => text.length && bootstrap && profile,
    toLook,
  );
}

function toLook({ locale, dir, profile, words: ownWords, gpcBinding }: Bootstrap): LinkLook | null {
  if (!profile) return null;
  const words = profile.words ?? ownWords;
  const { currentLocale, darkMode, enhanceAccessibility, theme, choicesLink } = profile;
  const text = choicesLink?.text ?? words?.privacySettings;
  // A button without a name is useless.
  if (!text) return null;
  return {
    text,
    hasIcon: choicesLink?.optOutIcon ?? false,
    ...(gpcBinding &&
      profile.gpcMode !== 'ignore' &&
      words?.optOutHonoured && {
        honoured: { text: words.optOutHonoured, categories: findSignalled(profile) },
      }),
    bootstrap: { locale, dir },
    profile: {
      currentLocale,
      darkMode,
      enhanceAccessibility,
      ...(profile.dir && { dir: profile.dir }),
      ...(theme && { theme }),
    },
  };
}

/** Returns the categories that the signal denies. */
function findSignalled({ preferenceModal, cookies }: WidgetProfile): string[] {
  return Object.entries(preferenceModal.categories).flatMap(([id, category]) =>
    category.legalBasis !== 'mandatory' && category.cookies.some((name) => cookies[name]?.listenGpc)
      ? [id]
      : [],
  );
}

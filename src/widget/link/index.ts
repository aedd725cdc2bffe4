import { readStored, store } from '../core/storage';
import type { Bootstrap, WidgetContext, WidgetProfile } from '../widget-types';
import { createOptOutIcon } from './opt-out-icon';

/** What the link looks like, kept so that a returning visitor needs no request for it. */
interface LinkLook {
  /** Language of the page. */
  readonly lang: string;
  readonly text: string;
  readonly hasIcon: boolean;
  readonly bootstrap: Pick<Bootstrap, 'locale' | 'dir'>;
  readonly profile: Pick<
    WidgetProfile,
    'currentLocale' | 'dir' | 'darkMode' | 'enhanceAccessibility' | 'theme'
  >;
}

const key = 'svc_link';

/**
 * Makes sure that the choice can be changed from every page (GDPR, art. 7(3): withdrawing must be as easy as
 * agreeing): gives empty elements with `data-consent-open` the text of the profile, or shows a link of its own where
 * the page has none.
 */
export async function showLink(context: WidgetContext): Promise<void> {
  const look = readLook(context) ?? (await loadLook(context));
  if (look === null) return;
  const fill = (node: Element) => node.append(look.text, ...(look.hasIcon ? [' ', createOptOutIcon()] : []));
  const { dom } = context;
  const places = dom.querySelectorAll('[data-consent-open]:empty');
  if (places.length > 0) return places.forEach(fill);

  const { root } = await context.part('banner');
  await Promise.all([root.style('widget'), root.style('link')]);
  root.dress(look.bootstrap, look.profile);
  const link = dom.createElement('button');
  link.type = 'button';
  link.className = 'reopen';
  link.part.add('reopen');
  link.dataset.consentOpen = '';
  fill(link);
  // The banner offers the same as long as nothing is decided.
  context.on(({ decided }) => {
    link.hidden = !decided;
  });
  root.frame.append(link);
}

function readLook({ dom }: WidgetContext): LinkLook | null {
  try {
    const look: LinkLook | null = JSON.parse(readStored(key) ?? 'null');
    if (look?.lang === dom.documentElement.lang && look.text.length && look.bootstrap && look.profile)
      return look;
  } catch {
    // Not ours.
  }
  return null;
}

async function loadLook(context: WidgetContext): Promise<LinkLook | null> {
  const { locale, dir, profile, words } = await context.bootstrap();
  if (!profile) return null;
  const { currentLocale, darkMode, enhanceAccessibility, theme, choicesLink } = profile;
  const text = choicesLink?.text ?? (profile.words ?? words)?.privacySettings;
  // A button without a name would help nobody.
  if (!text) return null;
  const look: LinkLook = {
    lang: context.dom.documentElement.lang,
    text,
    hasIcon: choicesLink?.optOutIcon ?? false,
    bootstrap: { locale, dir },
    profile: {
      currentLocale,
      darkMode,
      enhanceAccessibility,
      ...(profile.dir && { dir: profile.dir }),
      ...(theme && { theme }),
    },
  };
  store(key, JSON.stringify(look));
  return look;
}

import { answerContract } from './contracts';
import {
  describeButtons,
  describeCloseButton,
  describePolicyLink,
  describeScope,
  describeText,
  type GetWord,
  type LayerButton,
} from './elements';
import type { Markup, MarkupAttributes } from './markup';

// Why: docs/adr/0099-the-servers-first-frame.md

interface LayerBanner {
  readonly position?: string | undefined;
  readonly heading?: string | undefined;
  readonly htmlText?: string | undefined;
  readonly buttons: readonly LayerButton[];
}

/** The parts of a published profile that the first layer shows. */
export interface FirstLayerProfile {
  readonly mainBanner: LayerBanner;
  readonly gpcBanner?: LayerBanner | undefined;
  readonly privacyUrl?: string | undefined;
  readonly accountRule?: string | undefined;
  readonly ui?:
    | {
        readonly mainBanner: {
          readonly position?: string | undefined;
          readonly overlayOpacity?: number | undefined;
          readonly showClose?: boolean | undefined;
          readonly headingTag?: string | undefined;
        };
      }
    | undefined;
}

export interface FirstLayerOptions {
  /** Whether Global Privacy Control denies some category. */
  readonly isSignalled: boolean;
  readonly word: GetWord;
  /** Returns the attributes by which a button works without scripts. */
  readonly toFormButton?: (button: LayerButton) => MarkupAttributes;
}

/** The first layer, with the facts on which its elements depend. */
export interface FirstLayer {
  readonly layer: 'banner' | 'gpc';
  readonly content: LayerBanner;
  /** Opacity of what is behind a modal layer; 0: the page stays usable. */
  readonly overlayOpacity: number;
  readonly banner: Markup;
}

/**
 * Describes the first layer, for the server that writes it into a page and for the widget that creates it or takes
 * over what the server has written. Its buttons are those of a form, which works before and without any script.
 */
export function describeFirstLayer(
  profile: FirstLayerProfile,
  { isSignalled, word, toFormButton }: FirstLayerOptions,
): FirstLayer {
  const { overlayOpacity = 0, showClose, headingTag = 'h2', position } = profile.ui?.mainBanner ?? {};
  const gpcBanner = isSignalled && profile.gpcBanner;
  const content = gpcBanner || profile.mainBanner;
  const { heading } = content;
  const isModal = overlayOpacity > 0;
  const banner: Markup = [
    isModal ? 'dialog' : 'div',
    {
      class: `banner ${content.position ?? position ?? 'bottom-left'}`,
      part: 'banner',
      // In the top layer it is above every `z-index` of the page.
      ...(!isModal && { role: 'region', popover: 'manual' }),
      ...(heading ? { 'aria-labelledby': 'heading' } : { 'aria-label': word('privacySettings') }),
    },
    [
      // Scrolls when it is long, so that the buttons are always in sight.
      [
        'div',
        { class: 'words', part: 'words' },
        [
          heading && [headingTag, { id: 'heading', class: 'heading', part: 'heading' }, [heading]],
          describeText(content.htmlText),
          isSignalled && !gpcBanner && ['p', { class: 'note', part: 'note' }, [word('gpcHonoured')]],
          describeScope(profile, word),
          describePolicyLink(profile.privacyUrl, word),
        ],
      ],
      describeButtons('form', content.buttons, toFormButton),
      showClose && describeCloseButton(word),
    ],
  ];
  return { layer: gpcBanner ? 'gpc' : 'banner', content, overlayOpacity, banner };
}

/** Names what a first layer shows, so that the widget takes over only what it would show itself. */
export const toFrameKey = (
  {
    profileId,
    profileVersion,
    locale,
    variant,
  }: {
    readonly profileId: string | null;
    readonly profileVersion: number | null;
    readonly locale: string;
    readonly variant?: string | undefined;
  },
  layer: FirstLayer['layer'],
): string => [answerContract, profileId, profileVersion, locale, layer, ...(variant ?? '')].join();

interface FrameProfile {
  readonly currentLocale?: string | undefined;
  readonly dir?: 'ltr' | 'rtl' | undefined;
  readonly darkMode: boolean;
  readonly enhanceAccessibility: boolean;
  readonly theme?: { readonly font?: string | undefined } | undefined;
}

/** Returns the attributes of the element around every layer: language, direction and look. */
export const toFrameAttributes = (
  { locale, dir }: { readonly locale: string; readonly dir: string },
  { currentLocale = locale, darkMode, enhanceAccessibility, theme, ...profile }: FrameProfile,
) => ({
  class: `frame${darkMode ? ' auto' : ''}${enhanceAccessibility ? ' plus' : ''}${theme?.font === 'inherit' ? ' inherit' : ''}`,
  lang: currentLocale,
  dir: profile.dir ?? dir,
  // Search engines know the attribute on `div`, not on elements of our own.
  'data-nosnippet': '',
});

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  describeFirstLayer,
  grantsCategory,
  type LayerButton,
  type MarkupAttributes,
  toFrameAttributes,
  toFrameKey,
  withVariant,
} from '#layers/index';
import { escapeHtml } from '#platform/kernel/escape-html';
import { toUndecidedCategories } from '#standards/choice/index';
import type { Bootstrap } from '../bootstrap/index';
import { writeThemeCss } from './theme-css';
import type { WidgetFiles } from './widget-files';
import { writeMarkup } from './write-markup';

// Why: docs/adr/0099-the-servers-first-frame.md

export interface FirstFrameOptions {
  readonly nonce: string;
  /** URL path of the service as browsers see it. */
  readonly base: string;
  readonly tenantId?: string | undefined;
}

/** A first layer that the server can write: the parts that are the same for every visitor of a place. */
export interface FirstFrame {
  write(req: IncomingMessage, options: FirstFrameOptions): string;
}

/**
 * Style of the line that browsers without declarative shadow roots show, until the widget gives the element its shadow
 * root: it links to the page of preferences, where the visitor decides. Other browsers never draw it. It has no form,
 * name or id that could collide with those of the page.
 */
const lineCss =
  'svc-consent>div{background:#fff;bottom:0;box-shadow:0 0 24px rgba(0,0,0,.3);color:#1a1c20;font:16px/1.5 sans-serif;left:0;padding:16px;position:fixed;right:0;z-index:2147483647}svc-consent>div>a{color:inherit}';

/**
 * Shows the layer, once the browser has read all of it. Otherwise a page that arrives in pieces could show the first button
 * without the others, and a banner that grows.
 */
const completeCss = '.frame{visibility:visible}';

/** Longest address of a page to return to (characters). */
const maxReturn = 2000;

/**
 * Prepares the first layer for pages; null where only the widget can show it: there is no profile, the visitor's age or
 * the vendors of the TCF come first, the layer is modal, or the choice cookie does not say whether it is due.
 * @param hasSignal whether the browser sends Global Privacy Control
 * @param variant of the experiment that runs
 */
export function prepareFirstFrame(
  bootstrap: Bootstrap,
  files: WidgetFiles,
  hasSignal: boolean,
  variant?: string,
): FirstFrame | null {
  const { tcf, childAge, cookies } = bootstrap;
  const profile = bootstrap.profile && withVariant(bootstrap.profile, variant);
  const sheet = files.byName.get('widget.css');
  if (profile === null || sheet === undefined || cookies.choice === null) return null;
  const { ageGate, preferenceModal } = profile;
  if ((profile.tcf && tcf !== null) || (ageGate && (ageGate.minimumAge ?? childAge))) return null;

  const undecided = toUndecidedCategories({ ...profile, categories: preferenceModal.categories });
  const words: Readonly<Record<string, string | undefined>> = profile.words ?? bootstrap.words ?? {};
  const word = (key: string) => words[key] ?? '';
  const { layer, content, overlayOpacity, banner } = describeFirstLayer(profile, {
    isSignalled:
      hasSignal && profile.gpcMode !== 'ignore' && undecided.some(({ listensToGpc }) => listensToGpc),
    word,
    toFormButton: (button) => toFormButton(profile, button),
  });
  if (overlayOpacity > 0) return null;

  const css = `${sheet.bodies.identity.toString('utf8').trim()}${writeThemeCss(profile.theme)}${writeStillCss(profile)}`;
  const key = escapeHtml(toFrameKey({ ...bootstrap, variant }, layer));
  const attributes = toFrameAttributes(bootstrap, profile);
  const frame = writeMarkup(['div', attributes, [banner]]);
  const { profileId, profileVersion, locale } = bootstrap;
  const [beforeForm = '', rest = ''] = frame.split('<form ');
  const [inForm = '', afterForm = ''] = rest.split('</form>');
  const { class: _, ...ofLine } = attributes;
  const toLine = (href: string) =>
    writeMarkup([
      'div',
      ofLine,
      [content.heading && `${content.heading} `, ['a', { href, rel: 'nofollow' }, [word('privacySettings')]]],
    ]);
  return {
    write(req, { nonce, base, tenantId }) {
      const action = `${base}/api/v1/preferences`;
      const { url, originalUrl: address = url ?? '' } = req as IncomingMessage & {
        readonly originalUrl?: string;
      };
      const back = address.length > maxReturn ? undefined : address;
      const fields = {
        profileId,
        profileVersion,
        variant,
        locale,
        layer,
        form: randomBytes(16).toString('base64url'),
        return: back,
        tenantId,
      };
      const hidden = Object.entries(fields).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : writeMarkup(['input', { type: 'hidden', name, value }]),
      );
      const query = tenantId === undefined ? '' : `?${toQuery({ tenantId })}`;
      return [
        `<svc-consent data-frame="${key}"><template shadowrootmode="open"><style${nonce}>${css}</style>`,
        `${beforeForm}<form method="post" action="${escapeHtml(action + query)}" ${inForm}${hidden.join('')}</form>`,
        `${afterForm}<style${nonce}>${completeCss}</style></template>`,
        `<style${nonce}>${lineCss}</style>${toLine(`${action}?${toQuery({ return: back, locale, tenantId })}`)}</svc-consent>`,
      ].join('');
    },
  };
}

function toQuery(values: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query;
}

/**
 * Returns the attributes by which a button works without scripts: its value says what it grants (`*` all, `!` nothing
 * optional, `=` what applies already, else ids of categories), and the one for more choices opens their page.
 */
function toFormButton(
  { preferenceModal: { categories } }: NonNullable<Bootstrap['profile']>,
  button: LayerButton,
): MarkupAttributes {
  const { action, cookies } = button;
  if (action === 'manage') return { type: 'submit', formmethod: 'get' };
  if (action === 'submit') return { type: 'submit', value: '=' };
  if (typeof cookies === 'string') return { type: 'submit', value: cookies };
  const granted = Object.entries(categories).filter(([, category]) =>
    grantsCategory(button, category.cookies),
  );
  return { type: 'submit', value: granted.map(([id]) => encodeURIComponent(id)).join(' ') };
}

/** Rules for what the widget does by script: the layer appears as a whole, and what only a script can do is not offered. */
function writeStillCss({ ui }: NonNullable<Bootstrap['profile']>): string {
  const breakpoint = ui?.mainBanner.stackButtonsOnBreakpoint ?? 0;
  const stacked = '.frame .buttons.buttons';
  return [
    // Out of the page's layout, such as a grid of the body.
    ':host{position:absolute!important}',
    '.frame{visibility:hidden}',
    '@starting-style{.frame .banner.banner{opacity:1;translate:none}}',
    '@media (scripting:none){.frame .close{display:none}}',
    ...(breakpoint > 0
      ? [
          `@media (max-width:${breakpoint}px){${stacked}{grid-auto-flow:row;grid-template-columns:none}${stacked}>*{grid-column:1/-1}}`,
        ]
      : []),
  ].join('');
}

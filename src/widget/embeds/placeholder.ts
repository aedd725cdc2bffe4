import sheet from '../embeds.css';
import { themeColours } from '../theme-colours';
import type { Bootstrap, WidgetContext } from '../widget-types';

/** Writes the placeholder into the empty document of a frame. */
export async function renderPlaceholder(
  context: WidgetContext,
  frame: HTMLIFrameElement,
  address: string,
  show: () => void,
): Promise<void> {
  const bootstrap = await context.bootstrap().catch(() => null);
  const page = frame.contentDocument;
  const view = page?.defaultView;
  if (!view || page.body.firstChild) return;
  const style = new view.CSSStyleSheet();
  style.replaceSync(sheet);
  page.adoptedStyleSheets = [style];
  dress(page.documentElement, frame, bootstrap);

  const create = <K extends keyof HTMLElementTagNameMap>(name: K, text: string) =>
    Object.assign(page.createElement(name), { textContent: text });
  const url = new URL(address, context.dom.baseURI);
  const { category = '', service = '' } = frame.dataset;
  const profile = bootstrap?.profile;
  const asked = profile?.granularity === 'service' ? profile.services?.[service] : undefined;
  const { provider = asked?.name ?? url.host } = frame.dataset;
  // The record has no place for others.
  const isKnown =
    asked || category.split(' ').every((id) => bootstrap?.categories.some((known) => known.id === id));
  const words = bootstrap?.profile?.words ?? bootstrap?.words;
  const main = page.createElement('main');
  if (words) {
    const once = create('button', words.showOnce ?? '');
    const always = create('button', words.alwaysShow ?? '');
    once.onclick = async () => {
      const ui = profile?.ageGate && (await context.part('banner'));
      if (!ui || (await ui.passAgeGate(await ui.createKit(), 'embed'))) show();
    };
    always.onclick = () => void allow(context, category, asked && service);
    main.append(create('p', (words.embedBlocked ?? '').replaceAll('{provider}', provider)), once);
    if (isKnown) main.append(always);
  } else {
    // Without the service there are no words, and no decision can be made.
    const link = create('a', frame.title || url.host);
    link.href = /^https?:$/.test(url.protocol) ? url.href : '';
    link.target = '_blank';
    main.append(link);
  }
  page.body.append(main);
}

/** Grants the service or the categories of a frame and leaves all others as they are. */
const allow = ({ decide }: WidgetContext, categories: string, service: string | undefined) =>
  decide({
    states: service ? {} : Object.fromEntries(categories.split(' ').map((id) => [id, 'granted' as const])),
    services: service ? { [service]: true } : {},
    method: 'embed',
    layer: 'embed',
    keepsOthers: true,
  });

/** Sets language, direction and colours: those of the page's `--svc-*` variables, else those of the theme. */
function dress(root: HTMLElement, frame: HTMLIFrameElement, bootstrap: Bootstrap | null): void {
  const profile = bootstrap?.profile;
  const isDark = profile?.darkMode && matchMedia('(prefers-color-scheme:dark)').matches;
  const page = getComputedStyle(frame);
  root.lang = profile?.currentLocale ?? bootstrap?.locale ?? '';
  root.dir = profile?.dir ?? bootstrap?.dir ?? '';
  root.style.colorScheme = isDark ? 'dark' : 'light';
  for (const name of themeColours) {
    const colour =
      page.getPropertyValue(`--svc-${name}`) || profile?.theme?.[isDark ? 'dark' : 'light']?.[name];
    if (colour) root.style.setProperty(`--${name}`, colour);
  }
}

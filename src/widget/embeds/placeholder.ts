import { themeColours } from '../theme-colours';
import type { Bootstrap, WidgetContext } from '../widget-types';

/** Writes the placeholder into the empty document of a frame. */
export async function renderPlaceholder(
  context: WidgetContext,
  frame: HTMLIFrameElement,
  address: string,
  show: () => void,
): Promise<void> {
  const [bootstrap, css] = await Promise.all([context.bootstrap().catch(() => null), context.css('embeds')]);
  const page = frame.contentDocument;
  const view = page?.defaultView;
  // Frames without a visible size are not for visitors.
  if (!view || page.body.firstChild || frame.offsetWidth < 80) return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(css);
  page.adoptedStyleSheets = [sheet];
  dress(page.documentElement, frame, bootstrap);

  const create = <K extends keyof HTMLElementTagNameMap>(name: K, text: string) =>
    Object.assign(page.createElement(name), { textContent: text });
  const url = new URL(address, context.dom.baseURI);
  const { provider = url.host, category = '' } = frame.dataset;
  const words = bootstrap?.profile?.words ?? bootstrap?.words;
  const main = page.createElement('main');
  if (words) {
    const once = create('button', words.showOnce ?? '');
    const always = create('button', words.alwaysShow ?? '');
    once.onclick = show;
    always.onclick = () => void allow(context, category);
    main.append(create('p', (words.embedBlocked ?? '').replaceAll('{provider}', provider)), once, always);
  } else {
    // Without the service there are no words, and no decision can be made.
    const link = create('a', frame.title || url.host);
    link.href = /^https?:$/.test(url.protocol) ? url.href : '';
    link.target = '_blank';
    main.append(link);
  }
  page.body.append(main);
}

/** Grants the categories of a frame and leaves all others as they are. */
async function allow({ choice, decide }: WidgetContext, categories: string): Promise<void> {
  const decided = choice?.categories.flatMap(({ id, state }) => (state ? [[id, state] as const] : [])) ?? [];
  const granted = categories.split(' ').map((id) => [id, 'granted'] as const);
  await decide({
    states: Object.fromEntries([...decided, ...granted]),
    method: 'embed',
    layer: 'embed',
  });
}

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

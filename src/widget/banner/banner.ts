import { describeFirstLayer, toFrameKey, toMethod } from '#layers/index';
import type { Kit, Root, WidgetButton } from '../widget-types';
import { clearLeaving, leave } from './elements';

/** Shows the first layer. Returns a function that removes it. */
export function showBanner(kit: Kit): () => void {
  const { context, profile, root, categories } = kit;
  const isSignalled = categories.ids.some(categories.isSignalled);
  const {
    layer,
    content,
    overlayOpacity,
    banner: description,
  } = describeFirstLayer(profile, {
    isSignalled,
    word: kit.word,
  });
  const written = root.takeWritten(toFrameKey(kit.bootstrap, layer));
  const banner = written ?? kit.build(description);

  const press = (button: WidgetButton) => {
    if (button.action === 'manage') {
      // Not for a visitor who has decided on the banner meanwhile.
      const open = () => (banner.inert ? undefined : context.open());
      return void context.load('preferences').then(open, open);
    }
    void context.decide(
      { ...categories.press(button), method: toMethod(button, layer === 'gpc'), layer },
      kit,
    );
  };
  const close = () => {
    if (profile.closeMeans !== 'refuse') return remove();
    // The banner goes once the refusal is in force.
    void context.decide({ ...categories.press({ cookies: '!' }), method: 'close', layer }, kit);
  };
  const [words, form] = banner.children as unknown as [HTMLElement, HTMLFormElement]; // as described
  // Not `submit`, which sandboxed frames do not have.
  form.querySelectorAll('button').forEach((node, index) => {
    node.onclick = (event) => {
      event.preventDefault();
      press(content.buttons[index] as WidgetButton); // described from this list
    };
  });
  banner.querySelector('.close')?.addEventListener('click', close);

  if (profile.tcf && kit.bootstrap.tcf)
    context
      .part('tcf')
      .then(({ createNotice }) => createNotice(kit))
      .then((notice) => words.append(notice), context.report);

  const narrow = matchMedia(`(max-width:${profile.ui?.mainBanner.stackButtonsOnBreakpoint ?? 0}px)`);
  const stack = () => form.classList.toggle('stack', narrow.matches);
  narrow.onchange = stack;
  stack();

  const remove = () => {
    narrow.onchange = null;
    if (overlayOpacity) (banner as HTMLDialogElement).close();
    else leave(banner);
  };
  if (overlayOpacity) {
    banner.style.setProperty('--svc-overlay', `${overlayOpacity}`);
    kit.openDialog(banner as HTMLDialogElement, { persistent: true });
  } else {
    clearLeaving(root.frame);
    if (!written) root.frame.prepend(banner);
    banner.showPopover?.();
    makeRoom(root, banner);
  }
  // Not every browser lets the keyboard reach what scrolls.
  requestAnimationFrame(() => {
    if (words.scrollHeight > words.clientHeight) words.tabIndex = 0;
  });
  return remove;
}

/**
 * Lets the page scroll what has the focus out from under a banner that is wider than half of the window (WCAG 2.2, 2.4.11),
 * until the banner has gone and has no size.
 */
function makeRoom(root: Root, banner: HTMLElement): void {
  new ResizeObserver(() => {
    const { offsetTop: top, offsetHeight: height, offsetWidth: width } = banner;
    const room = top > 0 ? `bottom:${innerHeight - top}` : `top:${height}`;
    root.stylePage(width > innerWidth / 2 ? `html{scroll-padding-${room}px}` : '');
  }).observe(banner);
}

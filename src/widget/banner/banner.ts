import type { DecisionMethod, Kit, WidgetButton } from '../widget-types';

/** Returns how a button decides. */
export function toMethod({ action, cookies }: WidgetButton, isGpcLayer = false): DecisionMethod {
  if (action === 'submit') return isGpcLayer ? 'gpc' : 'save';
  return cookies === '*' ? 'accept' : cookies === '!' ? 'refuse' : 'save';
}

/** Shows the first layer. Returns a function that removes it. */
export function showBanner(kit: Kit): () => void {
  const { profile, element, root, categories } = kit;
  const {
    overlayOpacity = 0,
    showClose,
    headingTag = 'h2',
    stackButtonsOnBreakpoint,
    position,
  } = profile.ui?.mainBanner ?? {};
  const isSignalled = categories.ids.some(categories.isSignalled);
  const isGpcLayer = isSignalled && profile.gpcBanner !== undefined;
  const content = (isGpcLayer && profile.gpcBanner) || profile.mainBanner;
  const layer = isGpcLayer ? 'gpc' : 'banner';
  const isModal = overlayOpacity > 0;

  const press = (button: WidgetButton) => {
    if (button.action === 'manage') return void kit.context.open();
    const states = categories.press(button);
    void kit.context.decide({ states, method: toMethod(button, isGpcLayer), layer });
  };
  const close = () => {
    remove();
    if (profile.closeMeans === 'refuse')
      void kit.context.decide({ states: categories.press({ cookies: '!' }), method: 'close', layer });
  };
  const heading = element(
    headingTag as 'h2',
    { id: 'heading', class: 'heading', part: 'heading' },
    content.heading ?? '',
  );
  const buttons = kit.buttons(content.buttons, press);
  const banner = element(
    isModal ? 'dialog' : 'div',
    {
      class: `banner ${content.position ?? position ?? 'bottom'}`,
      part: 'banner',
      role: isModal ? undefined : 'region',
      ...(content.heading ? { 'aria-labelledby': 'heading' } : { 'aria-label': kit.word('privacySettings') }),
    },
    element(
      'div',
      { class: 'words' },
      content.heading ? heading : null,
      kit.html(content.htmlText),
      isSignalled && !isGpcLayer && element('p', { class: 'note' }, kit.word('gpcHonoured')),
      kit.policyLink(),
    ),
    buttons,
    showClose ? kit.closeButton(close) : null,
  );

  if (profile.tcf && kit.bootstrap.tcf)
    kit.context
      .part('tcf')
      .then(({ createNotice }) => createNotice(kit))
      .then((notice) => banner.firstElementChild?.append(notice), kit.context.report);

  const narrow = matchMedia(`(max-width:${stackButtonsOnBreakpoint ?? 0}px)`);
  const stack = () => buttons.classList.toggle('stack', narrow.matches);
  narrow.onchange = stack;
  stack();

  const remove = () => {
    narrow.onchange = null;
    banner.remove();
  };
  if (isModal) {
    banner.style.setProperty('--overlay', `${overlayOpacity}`);
    kit.openDialog(banner as HTMLDialogElement, { persistent: true });
  } else {
    // The top layer is above every `z-index` of the page.
    banner.popover = 'manual';
    root.frame.prepend(banner);
    banner.showPopover?.();
  }
  return remove;
}

import {
  describeButton,
  describeButtons,
  describeCloseButton,
  describeIcon,
  describePolicyLink,
  describeText,
  type Markup,
} from '#layers/index';
import type { Kit, WidgetButton } from '../widget-types';

// Elements of the layers that a visitor opens. The first layer does without them, so they are not in the kit.

function createPressed(kit: Kit, description: Markup, press: () => void): HTMLElement {
  const node = kit.build(description);
  node.onclick = press;
  return node;
}

export const createButton = (kit: Kit, label: string, style: string, press: () => void): HTMLElement =>
  createPressed(kit, describeButton(label, style), press);

export const createCloseButton = (kit: Kit, press: () => void): HTMLElement =>
  createPressed(kit, describeCloseButton(kit.word), press);

/** Creates the buttons of a layer as one row of equal widths. */
export function createButtons(
  kit: Kit,
  list: readonly WidgetButton[],
  press: (button: WidgetButton) => void,
): HTMLElement {
  const node = kit.build(describeButtons('div', list));
  node.querySelectorAll('button').forEach((button, index) => {
    button.onclick = () => press(list[index] as WidgetButton); // described from this list
  });
  return node;
}

/** Creates an icon of one line from the path of an `<svg>` of 16 by 16 px. */
export const createIcon = ({ build }: Kit, d: string): HTMLElement => build(describeIcon(d));

/** Creates the element of an operator's text. */
export const createText = ({ build }: Kit, html?: string): HTMLElement => build(describeText(html));

/** Creates the link to the privacy policy, if there is one. */
export function createPolicyLink({ build, profile, word }: Kit): HTMLElement | false {
  const link = describePolicyLink(profile.privacyUrl, word);
  return link && build(link);
}

import { contrastRatio } from '#standards/contrast';
import type { ButtonMeasure } from '../observation';

/** Colours as browsers compute them, such as `rgb(0, 0, 0)`. */
export interface Colours {
  readonly color: string;
  readonly backgroundColor: string;
  readonly borderTopColor: string;
  /** Width of the upper border (px). */
  readonly borderWidth: number;
  readonly opacity: string;
}

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];

/** Returns the size of a button and its contrasts; parts that are transparent show the banner. */
export function toButtonMeasure(
  { width, height }: { readonly width: number; readonly height: number },
  { color, backgroundColor, borderTopColor, borderWidth, opacity }: Colours,
  banner: Colours | null,
): ButtonMeasure {
  const behind = mix(banner?.backgroundColor ?? '', white);
  const share = Number(opacity);
  const background = mix(backgroundColor, behind, share);
  const outline = borderWidth >= 1 ? [background, mix(borderTopColor, behind, share)] : [background];
  return {
    width,
    height,
    textContrast: contrast(mix(color, background, share), background),
    outlineContrast: Math.max(...outline.map((colour) => contrast(colour, behind))),
  };
}

/** Reads `rgb(…)` and `rgba(…)`, as browsers compute colours, and puts it over another colour. */
function mix(colour: string, below: Rgb, opacity = 1): Rgb {
  const [red, green, blue, alpha = 1] = /^rgba?\(/.test(colour)
    ? (colour.match(/[\d.]+/g) ?? []).map(Number)
    : [];
  if (red === undefined || green === undefined || blue === undefined) return below;
  const share = alpha * opacity;
  const channel = (value: number, at: 0 | 1 | 2) => Math.round(value * share + below[at] * (1 - share));
  return [channel(red, 0), channel(green, 1), channel(blue, 2)];
}

const contrast = (first: Rgb, second: Rgb) => contrastRatio(toHex(first), toHex(second));
const toHex = (colour: Rgb) => `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;

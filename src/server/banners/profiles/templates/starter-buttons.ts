import type { BannerModel, ButtonTexts } from '#content/banner-texts/index';
import type { Button } from '../profile-schemas';

/** A starter profile's button: its effect and the key of its label. */
export interface StarterButton extends Omit<Button, 'text'> {
  readonly label: keyof ButtonTexts;
}

export interface StarterButtons {
  readonly mainBanner: readonly StarterButton[];
  readonly gpcBanner: readonly StarterButton[];
  readonly preferenceModal: readonly StarterButton[];
}

const acceptAll: StarterButton = { label: 'acceptAll', style: 'primary', action: 'custom', cookies: '*' };
const rejectAll: StarterButton = { label: 'rejectAll', style: 'primary', action: 'custom', cookies: '!' };
const manage: StarterButton = { label: 'manage', style: 'secondary', action: 'manage' };
const save: StarterButton = { label: 'save', style: 'primary', action: 'submit' };
/** Chooses nothing: on a notice it records an empty decision. */
const acknowledge: StarterButton = { label: 'acknowledge', style: 'primary', action: 'submit' };
const choice = [acceptAll, rejectAll, manage];

const mainButtons: Readonly<Record<BannerModel, readonly StarterButton[]>> = {
  // Consent is given purpose by purpose, so there is no button for all at once.
  'opt-in-explicit': [rejectAll, { ...manage, style: 'primary' }],
  'opt-in': choice,
  'opt-in-exempt': choice,
  'opt-out': choice,
  'notice-opt-out': choice,
  'notice-only': [acknowledge, manage],
  'necessary-only': [acknowledge],
};
/** Of the preferences: what the visitor has chosen stands out, accepting and refusing everything are alike. */
const [acceptQuietly, rejectQuietly] = [acceptAll, rejectAll].map(
  (button): StarterButton => ({ ...button, style: 'secondary' }),
) as [StarterButton, StarterButton];
const everything = [acceptQuietly, rejectQuietly, save];
const modalButtons: Readonly<Record<BannerModel, readonly StarterButton[]>> = {
  'opt-in-explicit': [rejectQuietly, save],
  'opt-in': everything,
  'opt-in-exempt': everything,
  'opt-out': everything,
  'notice-opt-out': everything,
  'notice-only': [save],
  'necessary-only': [acknowledge],
};
/** Buttons on the GPC banner. `acknowledge` leaves everything as the signal has set it. */
const gpcButtons: readonly StarterButton[] = [acknowledge, manage];

/** Returns buttons that satisfy the rules of the groups with this kind of banner. */
export function starterButtons(model: BannerModel): StarterButtons {
  return {
    mainBanner: mainButtons[model],
    gpcBanner: gpcButtons,
    preferenceModal: modalButtons[model],
  };
}

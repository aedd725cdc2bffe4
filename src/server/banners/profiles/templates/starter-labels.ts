import type { BannerModel, ButtonTexts } from '#content/banner-texts/index';
import type { TemplateButton } from '../../templates';

/** Returns the label for a button from its effect. On a notice, and where there is no choice, `submit` only confirms it. */
export function labelFor(
  { action, cookies }: Pick<TemplateButton, 'action' | 'cookies'>,
  model: BannerModel,
  section: 'banner' | 'modal',
): keyof ButtonTexts {
  if (action === 'manage') return 'manage';
  if (action === 'submit')
    return model === 'necessary-only' || (section === 'banner' && model === 'notice-only')
      ? 'acknowledge'
      : 'save';
  if (cookies === '!') return 'rejectAll';
  return cookies === '*' ? 'acceptAll' : 'acknowledge';
}

import { type ButtonTexts, getBannerModel } from '#content/banner-texts/index';
import type { ComplianceGroupId } from '#standards/compliance/index';
import type { TemplateButton } from '../../templates';

/**
 * Returns the label for a button from its effect. On a notice, `submit` only confirms it.
 * @param group null for a custom group
 */
export function labelFor(
  { action, cookies }: Pick<TemplateButton, 'action' | 'cookies'>,
  group: ComplianceGroupId | null,
  section: 'banner' | 'modal',
): keyof ButtonTexts {
  if (action === 'manage') return 'manage';
  if (action === 'submit')
    return section === 'banner' && getBannerModel(group) === 'notice-only' ? 'acknowledge' : 'save';
  if (cookies === '!') return 'rejectAll';
  return cookies === '*' ? 'acceptAll' : 'acknowledge';
}

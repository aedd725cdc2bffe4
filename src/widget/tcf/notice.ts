import type { Kit } from '../widget-types';
import { fill, type TcfList } from './tcf-list';

/**
 * Creates what the framework requires of the first layer: how many vendors there are, what they want to do, the
 * right to object, and what the choice applies to. Names come word for word from the list.
 * Source: IAB Europe, TCF Policies, appendix B, "Initial layer".
 */
export function createNotice({ element }: Kit, list: TcfList, showPartners: () => void): HTMLElement {
  const { words } = list;
  const vendors = Object.values(list.vendors);
  const stacks = Object.values(list.stacks);
  const inStack = (field: 'purposes' | 'specialFeatures', id: number) =>
    stacks.some((stack) => stack[field].includes(id));
  const names = [
    ...Object.values(list.purposes).filter(({ id }) => !inStack('purposes', id)),
    ...stacks,
    ...Object.values(list.specialFeatures).filter(({ id }) => !inStack('specialFeatures', id)),
  ];
  const partners = element(
    'button',
    { type: 'button', class: 'link', part: 'partners' },
    fill(words.partners, vendors.length),
  );
  partners.onclick = showPartners;
  const hasInterests = vendors.some(({ legIntPurposes }) => legIntPurposes.length > 0);
  return element(
    'div',
    { class: 'tcf', part: 'tcf' },
    element('p', {}, fill(words.intro, vendors.length)),
    element('ul', { lang: list.language }, ...names.map(({ name }) => element('li', {}, name))),
    hasInterests && element('p', {}, words.interest),
    element('p', {}, words.scope),
    partners,
  );
}

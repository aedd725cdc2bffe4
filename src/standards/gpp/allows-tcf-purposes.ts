import { allowsAnything } from '../tcf';
import { isTcfFormat } from '../tcf/vendor-ranges';
import type { GppSection } from './gpp-string';

/**
 * Returns whether a section of the Transparency and Consent Framework allows anything that can be refused.
 */
export const allowsTcfPurposes = ({ name, body }: Pick<GppSection, 'name' | 'body'>): boolean =>
  isTcfFormat(name) && allowsAnything(body, name) === true;

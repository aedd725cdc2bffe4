import { join } from 'node:path';
import { serviceAddresses } from './services';

const noto = (name: string) => join(serviceAddresses.fonts, 'truetype/noto', `${name}.ttf`);

/** Fonts that tests print with. */
export const fontFiles = {
  sans: noto('NotoSans-Regular'),
  sansBold: noto('NotoSans-Bold'),
  arabic: noto('NotoSansArabic-Regular'),
  hebrew: noto('NotoSansHebrew-Regular'),
  japanese: join(serviceAddresses.fonts, 'opentype/ipafont-gothic/ipagp.ttf'),
};

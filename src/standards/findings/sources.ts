/** Laws that several kinds of findings cite. */
export const ePrivacy = 'Directive 2002/58/EC art. 5(3)';
export const planet49 = 'CJEU C-673/17 (Planet49)';
export const information = `${planet49} para. 75 to 81; GDPR art. 13(1); 11 CCR 7012`;

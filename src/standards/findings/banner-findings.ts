import type { FindingKind } from './finding-kind';

/** How a site asks, and how visitors reach their settings. */
export const bannerFindings = {
  gpc_ignored: {
    severity: 'error',
    meaning:
      'A category that listens to Global Privacy Control was used although the browser sent the signal.',
    advice: 'Check that pages pass the signal on, and that no tag of the category runs outside the banner.',
    source: '11 CCR 7025; 4 CCR 904-3 part 5; Conn. Gen. Stat. 42-520(e)(1)(A)(ii)',
  },
  banner_missing: {
    severity: 'error',
    meaning: 'The page shows no banner to a visitor who has not decided.',
    advice:
      'Put the tag of the banner on the page, and check that an active profile serves the visitor’s place.',
    source: 'Directive 2002/58/EC art. 5(3); GDPR art. 7(1)',
  },
  refuse_harder_than_accept: {
    severity: 'error',
    meaning: 'Refusing takes more clicks than accepting, or its button is smaller or harder to read.',
    advice: 'Give the first layer a button that refuses, with the size and contrast of the one that accepts.',
    source: 'GDPR art. 7(3); EDPB Cookie Banner Taskforce report 2023, types A and E; 11 CCR 7004(a)(2)',
  },
  settings_link_missing: {
    severity: 'error',
    meaning: 'A visitor who has decided finds no way back to the settings on the page.',
    advice: 'Add an element with data-consent-open to the page, and do not hide the widget’s own link.',
    source: 'GDPR art. 7(3); EDPB Guidelines 05/2020 para. 112 to 118; Cal. Civ. Code 1798.135(a)',
  },
  banner_not_keyboard: {
    severity: 'error',
    meaning: 'A button of the banner cannot be reached with the keyboard.',
    advice:
      'Remove scripts and styles of the page that move the focus away from the banner or hide its buttons.',
    source: 'WCAG 2.2 success criterion 2.1.1; Directive (EU) 2019/882 annex I, EN 301 549',
  },
  policy_link_missing: {
    severity: 'warning',
    meaning: 'The banner has no link to the privacy policy, or the link does not work.',
    advice: 'Set privacyUrl in the profile to a page that opens without a decision.',
    source: 'GDPR art. 12(1) and 13; 11 CCR 7011(d)',
  },
} as const satisfies Record<string, FindingKind>;

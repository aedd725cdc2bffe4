/** Patterns of texts that people see or open. */

/** Matches plain text on one line. */
export const plainText = '^[^<>\\u0000-\\u001f\\u007f]*$';

/** Matches an address with `http://` or `https://`. Blank means unset. */
export const webAddressOrBlank = '^(\\s*|https?://[^\\s<>"\'`]+)$';

/** Matches texts that no browser parses as an address that runs as a script, with ignored white space. */
export const notAScript = `^(?![\\u0000-\\u0020]*(${['javascript', 'data', 'vbscript']
  .map((scheme) => [...scheme].map((letter) => `[${letter}${letter.toUpperCase()}]`).join('[\\t\\n\\r]*'))
  .join('|')})[\\t\\n\\r]*:)`;

const rest = '[^\\s\\u0000-\\u0020<>"\'`\\\\]*';
/** Host names, also with letters of other scripts, and addresses; no user names, which can feign another host. */
const host =
  '(?:\\[[\\da-fA-F:.]+\\]|[^\\s\\u0000-\\u002c\\u002f\\u003a-\\u0040\\u005b-\\u005e\\u0060\\u007b-\\u007f]+)';
const webAddress = `https?:\\/\\/${host}(?::\\d{1,5})?(?:[\\/?#]${rest})?`;
const pathOfSite = `\\/(?![\\/\\\\])${rest}`;

/** Matches an address that visitors can safely open: a web address, or a path of the site itself. */
export const safeUrl = `^(?:${webAddress}|${pathOfSite})$`;

/**
 * Characters that show: others make a name look like another one. Joiners are needed in emoji and in Indic, Arabic and
 * Persian words, never after a Latin letter.
 */
const shown =
  '(?:[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u115f\\u1160\\u2800\\u3164\\uffa0]|(?<=\\P{ASCII})[\\u200c\\u200d])+';

/** Matches the name of a person or a thing. */
export const displayName = `^(?=.*\\S)${shown}$`;

/** Matches such a name without spaces at its start and end. */
export const trimmedName = `^(?=\\S)${shown}(?<=\\S)$`;

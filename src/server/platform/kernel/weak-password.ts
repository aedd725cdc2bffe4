import { commonWords } from './common-words';

/** Longest piece that the check looks for (characters). */
const longestPiece = 32;

/**
 * Fewest pieces of a strong password. One made of fewer is guessed early: `Password2026!`, `aaaaaaaaaaaa`,
 * `qwerty123456`.
 */
const fewestPieces = 5;

/**
 * Longest run of letters that is treated as a word, and greatest number of digits and signs around it
 * (characters).
 */
const longestWord = 14;
const mostOthers = 8;

const words: ReadonlySet<string> = new Set(commonWords);

/** Rows of keyboards, the alphabet and digits, along which people type. */
const tracks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop[]',
  'qwertzuiopü+',
  'azertyuiop',
  'asdfghjkl;',
  'asdfghjklöä',
  'zxcvbnm,./',
  'yxcvbnm,.-',
]
  .concat([
    '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
    'qazwsxedcrfvtgbyhnujm',
    '1q2w3e4r5t6y7u8i9o0p',
    'q1w2e3r4t5y6u7i8o9p0',
    '!@#$%^&*()',
    '!"§$%&/()=',
  ])
  .flatMap((track) => [track, [...track].reverse().join('')]);

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Returns whether a password is one of the first guesses: a common word, a run on the keyboard, a repeated
 * sign, a year, or a few of them in a row. Parts of the e-mail address are treated as common words too.
 */
export function isWeakPassword(password: string, email: string): boolean {
  const text = password.normalize('NFC').toLowerCase();
  const own = new Set(
    email
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part.length >= 3),
  );
  return isOneWord(text) || countPieces(findUnit(text), (piece) => isCommon(piece, own)) < fewestPieces;
}

/** Returns the part that a text repeats, such as `abc` in `abcabcabc`; otherwise the text itself. */
function findUnit(text: string): string {
  const length = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, length);
}

/** Returns the smallest number of common pieces and single characters that make up the text. */
function countPieces(text: string, isPiece: (piece: string) => boolean): number {
  const fewest = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let best = (fewest[end - 1] ?? 0) + 1;
    for (let start = Math.max(0, end - longestPiece); start <= end - 3; start += 1) {
      const pieces = (fewest[start] ?? 0) + 1;
      if (pieces < best && isPiece(text.slice(start, end))) best = pieces;
    }
    fewest.push(best);
  }
  return fewest[text.length] ?? 0;
}

function isCommon(piece: string, own: ReadonlySet<string>): boolean {
  const plain = piece.replace(/[0134579@$!]/g, (sign) => lookalikes[sign] ?? sign);
  return (
    [piece, plain].some((word) => words.has(word) || own.has(word)) ||
    /^(.)\1+$/su.test(piece) ||
    /^(19|20)\d\d$/.test(piece) ||
    tracks.some((track) => track.includes(piece))
  );
}

/**
 * Returns whether a text is one word with digits and signs around it, such as `datenschutz2026!` or
 * `welkom01welkom`. No list has the words of all languages, so any run of Latin letters up to the length of
 * long words is treated as one.
 */
function isOneWord(text: string): boolean {
  const runs = text.match(/\p{Script=Latin}+/gu) ?? [];
  const [word = ''] = runs;
  const others = text.length - runs.join('').length;
  return new Set(runs).size === 1 && word.length <= longestWord && others > 0 && others <= mostOthers;
}

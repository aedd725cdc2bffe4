import { createSemaphore } from '#platform/kernel/concurrency/semaphore';
import { ServiceError, validationFailed } from '#platform/kernel/errors';
import type { TranslateHook } from '#platform/kernel/host-types';
import type { Logger } from '#platform/kernel/logger';
import { isBlankText } from '#standards/blank-text';
import { canonicalLocale } from '#standards/locale/index';
import { checkTranslation, type Refusal, toHtml } from './check-translation';

export interface TranslateTextsOptions {
  /** The host's function; undefined: there is none. */
  readonly translate: TranslateHook | undefined;
  readonly logger: Logger;
  /** Time limit for one call (ms). Default: 30 s. */
  readonly timeoutMs?: number | undefined;
}

export interface TextsToTranslate {
  readonly from: string;
  readonly to: string;
  /** Texts by path. */
  readonly texts: Readonly<Record<string, string>>;
}

export interface TranslatedTexts {
  /** Translations by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Texts whose translation cannot be used, by path. */
  readonly refused: Readonly<Record<string, Refusal>>;
}

/** Greatest number of characters of one request: some ten banners. */
export const maxTranslatedLength = 100_000;

/** Greatest number of characters of an answer, whose markup is parsed before its texts are checked. */
const maxAnswerLength = 10 * maxTranslatedLength;

/** Each call waits for a service on the internet, and may cost money. */
const maxParallelCalls = 4;
const maxWaitingCalls = 20;

export type TranslateTexts = ReturnType<typeof createTranslateTexts>;

/**
 * Creates the function that has texts translated by the host. Writes nothing.
 * @throws ServiceError `translation_disabled`, `translation_failed`, `validation_failed`, `unavailable`
 */
export function createTranslateTexts({ translate, logger, timeoutMs = 30_000 }: TranslateTextsOptions) {
  const takeTurn = createSemaphore(maxParallelCalls, maxWaitingCalls);

  return async (tenantId: string, sent: TextsToTranslate): Promise<TranslatedTexts> => {
    if (translate === undefined) throw new ServiceError('translation_disabled');
    const { from, to } = readLocales(sent);
    const wanted = Object.entries(sent.texts).filter(([, text]) => !isBlankText(text));
    if (wanted.reduce((length, [, text]) => length + text.length, 0) > maxTranslatedLength)
      throw validationFailed({
        path: 'texts',
        message: `must not have more than ${maxTranslatedLength} characters in total`,
      });
    if (wanted.length === 0) return { texts: {}, refused: {} };
    const answers = await takeTurn(() => ask(translate, tenantId, from, to, wanted));
    const texts: Record<string, string> = {};
    const refused: Record<string, Refusal> = {};
    for (const [index, [path, text]] of wanted.entries()) {
      const checked = checkTranslation(path, text, answers[index] ?? '');
      if ('text' in checked) texts[path] = checked.text;
      else refused[path] = checked.refusal;
    }
    return { texts, refused };
  };

  async function ask(
    hook: TranslateHook,
    tenantId: string,
    from: string,
    to: string,
    wanted: readonly (readonly [path: string, text: string])[],
  ): Promise<readonly string[]> {
    const signal = AbortSignal.timeout(timeoutMs);
    const late = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      const html = wanted.map(([path, text]) => toHtml(path, text));
      const call = async () => hook(html, from, to, { tenantId, signal });
      return readAnswer(await Promise.race([call(), late]), wanted.length);
    } catch (error) {
      logger.warn(
        { tenantId, from, to, texts: wanted.length, error: describeFailure(error) },
        '`translate` failed. What the error says is not logged, because it can contain texts: catch it in your function to log it',
      );
      throw new ServiceError('translation_failed');
    }
  }
}

class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

function readAnswer(answer: unknown, expected: number): readonly string[] {
  if (!Array.isArray(answer)) throw new WrongAnswer('the result is not an array');
  if (answer.length !== expected)
    throw new WrongAnswer(`the result has ${answer.length} texts instead of ${expected}`);
  if (!answer.every((text) => typeof text === 'string'))
    throw new WrongAnswer('the result has values that are not texts');
  if (answer.reduce((length, text) => length + text.length, 0) > maxAnswerLength)
    throw new WrongAnswer(`the result has more than ${maxAnswerLength} characters`);
  return answer;
}

/** Returns the kind of an error without what it says. */
function describeFailure(error: unknown): string {
  if (error instanceof WrongAnswer) return error.message;
  if (typeof error !== 'object' || error === null) return `a value of type ${typeof error}`;
  const { name, code, status } = error as { name?: unknown; code?: unknown; status?: unknown };
  return [name, code, status]
    .filter((part) => typeof part === 'number' || (typeof part === 'string' && /^[\w-]{1,50}$/.test(part)))
    .join(' ');
}

function readLocales({ from, to }: TextsToTranslate): { readonly from: string; readonly to: string } {
  const read = { from: canonicalLocale(from), to: canonicalLocale(to) };
  const faults = (['from', 'to'] as const)
    .filter((key) => read[key] === null)
    .map((path) => ({ path, message: 'must be a BCP 47 language tag such as en or de-AT' }));
  if (read.from === null || read.to === null) throw validationFailed(...faults);
  return { from: read.from, to: read.to };
}

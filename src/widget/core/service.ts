import { answerContract, pickVariant, withVariant } from '#layers/index';
import { gpcModes, type UndecidedCategory } from '#standards/choice/index';
import type { Bootstrap, WidgetContext, WidgetProfile } from '../widget-types';
import { writtenBootstrap } from './dom';
import { createNoAnswer, toUrl } from './request';

// Answers of the service open something only here, after they have been checked. Part of the banner: a page view of a
// returning visitor asks for nothing.

const isFlag = (value: unknown) => value === Boolean(value);

/**
 * Returns whether an answer has every part that can allow something; throws for some answers that lack one. Texts and
 * looks are not checked.
 */
function isBootstrap({
  contract,
  found,
  asksFirst,
  gpcBinding,
  childAge,
  cookies,
  categories,
  profile,
}: Bootstrap): unknown {
  return (
    contract === answerContract &&
    [asksFirst, gpcBinding].every(isFlag) &&
    (childAge === null || childAge >= 0) &&
    cookies.path &&
    found === (profile !== null) &&
    categories.every(isCategory) &&
    (profile === null || isProfile(profile))
  );
}

const isCategory = ({ mandatory, preGranted, listensToGpc, purposes }: UndecidedCategory) =>
  [mandatory, preGranted, listensToGpc].every(isFlag) && typeof purposes === 'string';

function isProfile({ mainBanner, preferenceModal, gpcBanner = mainBanner, gpcMode }: WidgetProfile) {
  return (
    gpcModes.includes(gpcMode) &&
    preferenceModal.categories &&
    [mainBanner, gpcBanner, preferenceModal].every(({ buttons }) => buttons.map(({ action }) => action))
  );
}

/**
 * Returns the bootstrap that the host has written into the page, else that of the service, with the variant that this
 * visitor sees: the one on which they decided, the one of this page, or any.
 * @param sent the request, where one has been sent
 */
export async function readBootstrap(
  url: string,
  sent: Promise<Response> | undefined,
  context: WidgetContext,
): Promise<Bootstrap> {
  const bootstrap = (!sent && readWritten(context)) || (await read(url, sent ?? fetch(url), isBootstrap));
  const { profile, profileVersion } = bootstrap;
  if (!profile) return bootstrap;
  const { choice, fields, options } = context;
  const decided = choice?.profileVersion === profileVersion && choice?.variant;
  const variant = pickVariant(profile, decided || (fields.variant ?? options.frame));
  context.fields = { ...fields, variant };
  return { ...bootstrap, variant, profile: withVariant(profile, variant) };
}

function readWritten({ dom, report }: WidgetContext): Bootstrap | undefined {
  try {
    const answer = JSON.parse(dom.querySelector(writtenBootstrap)?.textContent ?? '');
    if (isBootstrap(answer)) return answer;
  } catch {
    // Truncated, or not an answer.
  }
  report(createNoAnswer('#svc-boot'));
  return undefined;
}

/**
 * Calls a public route.
 * @param isAnswer returns whether the body is an answer of this route; can throw where it is not
 * @throws Failure without a usable answer
 */
export function call<T>(
  { options }: WidgetContext,
  route: string,
  isAnswer: (answer: T) => unknown,
  init?: RequestInit,
): Promise<T> {
  const url = toUrl(options, route);
  return read(url, fetch(url, init), isAnswer);
}

/** Returns the answer to a request. @throws Failure without a usable answer */
async function read<T>(
  url: URL | string,
  sent: Promise<Response>,
  isAnswer: (answer: T) => unknown,
): Promise<T> {
  const response = await sent.catch(() => undefined);
  let code: unknown;
  try {
    const answer = await response?.json();
    if (response?.ok && isAnswer(answer)) return answer;
    code = answer.code;
  } catch {
    // Not an answer of this route.
  }
  throw Object.assign(createNoAnswer(url, response?.status), { code });
}

import type { ProfileFacts } from '#banners/profiles/index';
import type { TcStringMaker } from '#frameworks/signals/index';
import { validationFailed } from '#platform/kernel/errors';
import type { ConsentInput } from '../consent-schemas';
import type { Decision } from '../records/consent-decision';
import type { StringFault } from './string-faults';

// Why: docs/adr/0044-server-made-tc-strings.md

export interface DecisionWithFaults {
  readonly decision: Decision;
  readonly faults: readonly StringFault[];
}

/**
 * Returns a decision with the TC string of the choices that were sent with it; without one, and with the
 * fault, when none can be made: like an invalid string, this must not lose a refusal.
 * @throws ServiceError `validation_failed` when a string was sent too
 */
export async function withTcString(
  decision: Decision,
  choices: NonNullable<ConsentInput['tcf']>,
  shown: {
    readonly profile: ProfileFacts;
    readonly profileVersion: number | undefined;
    readonly decidedAt: number | undefined;
  },
  tcStrings: TcStringMaker,
): Promise<DecisionWithFaults> {
  if (decision.tcfString !== undefined)
    throw validationFailed({ path: 'tcf', message: 'must not be sent together with tcfString' });
  const made = await tcStrings.make({ ...shown, choices, locale: decision.locale });
  if ('tcfString' in made) {
    const { tcfString } = made;
    return { decision: tcfString === null ? decision : { ...decision, tcfString }, faults: [] };
  }
  return { decision, faults: [{ code: 'invalid_tc_string', path: 'tcfString', ...made }] };
}

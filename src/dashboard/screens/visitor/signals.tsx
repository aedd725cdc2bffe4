import type { DataOf } from '../../api/use-resource';
import { useSession } from '../../app/session';
import { CopyButton, Panel } from '../../components';
import { useWords } from '../../words';
import { StringMeaning } from '../frameworks/string-meaning';
import { words } from './words';

/** The strings of the IAB frameworks that the decision is passed on as, in words. */
export function Signals({
  consent: { tcfString, gppString },
}: {
  readonly consent: DataOf<'getVisitorConsent'>;
}) {
  const text = useWords(words);
  const { can } = useSession();
  const strings = [
    ['TCF', tcfString],
    ['GPP', gppString],
  ] as const;
  return strings.map(
    ([name, value]) =>
      value !== undefined && (
        <Panel key={name} title={text.signalIn(name)}>
          <div className="stack">
            {can('registrations:read') && <StringMeaning value={value} />}
            <details>
              <summary>{text.rawString}</summary>
              <div className="stack tight">
                <code className="mono">{value}</code>
                <div className="row">
                  <CopyButton text={value} label={text.copyString(name)} />
                </div>
              </div>
            </details>
          </div>
        </Panel>
      ),
  );
}

import type { KeyScope } from '#platform/kernel/permissions';
import { useSession } from '../../app/session';
import { Checkbox } from '../../components';
import { usePermissionName, useWords } from '../../words';
import { type Area, areaOf, areas, rightsWords } from '../../words/rights';
import { keyScopes } from './scopes';

/** Checkboxes for what a key may do. Nobody can grant what they may not do themselves. */
export function ScopeBoxes({
  chosen,
  onChange,
}: {
  readonly chosen: ReadonlySet<KeyScope>;
  readonly onChange: (chosen: ReadonlySet<KeyScope>) => void;
}) {
  const text = useWords(rightsWords);
  const nameOf = usePermissionName();
  const { can } = useSession();
  const toggle = (scope: KeyScope, isOn: boolean) =>
    onChange(new Set(isOn ? [...chosen, scope] : [...chosen].filter((other) => other !== scope)));
  return (
    <div className="stack">
      {(Object.keys(areas) as Area[]).map((area) => {
        const scopes = keyScopes.filter((scope) => areaOf(scope) === area && can(scope));
        if (scopes.length === 0) return null;
        return (
          <fieldset key={area} className="bare stack tight">
            <legend className="muted">{text.areas[area]}</legend>
            {scopes.map((scope) => (
              <Checkbox key={scope} isSelected={chosen.has(scope)} onChange={(isOn) => toggle(scope, isOn)}>
                <span className="first-upper">{nameOf(scope)}</span>
              </Checkbox>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

import { type DataOf, useResource } from '../../api/use-resource';
import { Button, Checkbox, Load, Panel } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { useRegionName } from '../places/region-names';
import { StepButtons, type StepProps, toggled } from './step';
import { words } from './words';

/** Places that are named first, as many as there is room for. */
const shownPlaces = 8;
const first = 'DE FR IT ES NL PL AT IE GB US-CA US-TX US-NY BR CA-QC IN CN KR TR JP AU CA ZA MX CH'.split(
  ' ',
);
const rankOf = (code: string) => (first.includes(code) ? first.indexOf(code) : first.length);

/** The groups whose visitors get a banner. */
export function Visitors({ answers, change, onBack, onNext }: StepProps) {
  const text = useWords(words);
  const { actions } = useSharedWords();
  const groups = useResource('listComplianceGroups');
  return (
    <>
      <Panel>
        <Load of={groups}>
          {(list) => (
            <div className="stack">
              {list.map((group) => (
                <Checkbox
                  key={group.id}
                  isSelected={answers.groups.includes(group.id)}
                  onChange={(isOn) => change({ groups: toggled(answers.groups, [group.id], isOn) })}
                  help={<Places group={group} />}
                >
                  <GroupName id={group.id} />
                </Checkbox>
              ))}
              {list.some(({ id }) => !answers.groups.includes(id)) && (
                <p className="muted">{text.elsewhere}</p>
              )}
            </div>
          )}
        </Load>
      </Panel>
      {answers.groups.length === 0 && <p className="field-error">{text.noGroup}</p>}
      <StepButtons onBack={onBack}>
        <Button variant="primary" onPress={onNext} isDisabled={answers.groups.length === 0}>
          {actions.next}
        </Button>
      </StepButtons>
    </>
  );
}

function GroupName({ id }: { readonly id: string }) {
  const { groups } = useSharedWords();
  return <>{groups[id] ?? id}</>;
}

function Places({ group: { id, regions } }: { readonly group: DataOf<'listComplianceGroups'>[number] }) {
  const text = useWords(words);
  const formats = useFormats();
  const regionName = useRegionName();
  const explained = text.groups[id] ?? '';
  const names = [...regions]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .slice(0, shownPlaces)
    .map((code) => {
      const [country = '', region] = code.split('-');
      return region === undefined ? formats.country(country) : regionName(country, region);
    });
  if (names.length === 0) return explained;
  return `${explained} ${text.places(names.join(', '), regions.length - names.length)}`;
}

import { type DataOf, useResource } from '../../api/use-resource';
import { Button, Checkbox, LinkButton, Load, Notice, Panel } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { useRegionName } from '../places/region-names';
import { StepButtons, type StepProps, toggled } from './step';
import { useLiveBanners } from './use-live-banners';
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
  const live = useLiveBanners();
  const isAllLive = groups.data?.every(({ id }) => live.has(id)) === true;
  const hasNew = answers.groups.some((id) => !live.has(id));
  return (
    <>
      <Panel>
        <Load of={groups}>
          {(list) => (
            <div className="stack">
              {list.map((group) => (
                <div key={group.id}>
                  <Checkbox
                    isSelected={answers.groups.includes(group.id) && !live.has(group.id)}
                    isDisabled={live.has(group.id)}
                    onChange={(isOn) => change({ groups: toggled(answers.groups, [group.id], isOn) })}
                    help={<Places group={group} />}
                  >
                    <GroupName id={group.id} />
                  </Checkbox>
                  {live.has(group.id) && <p>{text.staysLive(live.get(group.id) ?? '')}</p>}
                </div>
              ))}
              {list.some(({ id }) => !answers.groups.includes(id) && !live.has(id)) && (
                <p className="muted">{text.elsewhere}</p>
              )}
            </div>
          )}
        </Load>
      </Panel>
      {isAllLive && (
        <Notice title={text.allLive} action={<LinkButton to="/banners">{text.toBanners}</LinkButton>} />
      )}
      {!isAllLive && !hasNew && <p className="field-error">{text.noGroup}</p>}
      <StepButtons onBack={onBack}>
        <Button variant="primary" onPress={onNext} isDisabled={!hasNew}>
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

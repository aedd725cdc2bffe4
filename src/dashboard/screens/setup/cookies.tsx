import { useDeferredValue, useState } from 'react';
import { useResource } from '../../api/use-resource';
import { Button, Checkbox, Load, Notice, Panel, TextField } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { StepButtons, type StepProps, toggled } from './step';
import { tools } from './tools';
import { words } from './words';

/** Greatest number of search results. */
const shownResults = 12;

const inTools = new Set<string>(Object.values(tools).flat());

/** The cookies of the site, chosen from the catalogue. */
export function Cookies({ answers, change, onBack, onNext }: StepProps) {
  const text = useWords(words);
  const formats = useFormats();
  const { actions } = useSharedWords();
  const [sought, setSought] = useState('');
  const { catalogue } = answers;
  const set = (ids: readonly string[], isOn: boolean) => change({ catalogue: toggled(catalogue, ids, isOn) });
  const all = useResource('searchCookieCatalogue');
  return (
    <>
      <Panel title={text.tools}>
        <Load of={all}>
          {(entries) => {
            const nameOf = (id: string) => entries.find((entry) => entry.id === id)?.name ?? id;
            return (
              <div className="form-line">
                {Object.entries(tools).map(([tool, ids]: [string, readonly string[]]) => (
                  <Checkbox
                    key={tool}
                    isSelected={ids.every((id) => catalogue.includes(id))}
                    onChange={(isOn) => set(ids, isOn)}
                    help={formats.list(ids.map(nameOf))}
                  >
                    {tool}
                  </Checkbox>
                ))}
              </div>
            );
          }}
        </Load>
      </Panel>
      <Panel title={text.others}>
        <div className="stack">
          <TextField
            label={text.search}
            help={text.searchHelp}
            type="search"
            value={sought}
            onChange={setSought}
          />
          <Found
            sought={useDeferredValue(sought.trim())}
            chosen={catalogue.filter((id) => !inTools.has(id))}
            onChange={(id, isOn) => set([id], isOn)}
          />
        </div>
      </Panel>
      {all.data?.some(({ id, purpose }) => catalogue.includes(id) && purpose !== 'necessary') === false && (
        <Notice title={text.onlyNecessary}>
          <p>{text.onlyNecessaryHelp}</p>
        </Notice>
      )}
      <StepButtons onBack={onBack}>
        <Button variant="primary" onPress={onNext}>
          {actions.next}
        </Button>
      </StepButtons>
    </>
  );
}

/** The chosen cookies, and the results of the search. */
function Found({
  sought,
  chosen,
  onChange,
}: {
  readonly sought: string;
  readonly chosen: readonly string[];
  readonly onChange: (id: string, isOn: boolean) => void;
}) {
  const text = useWords(words);
  const all = useResource('searchCookieCatalogue');
  const found = useResource(
    'searchCookieCatalogue',
    { query: { q: sought } },
    { enabled: sought !== '', keepPrevious: true },
  );
  const results = sought === '' ? [] : (found.data ?? []).slice(0, shownResults);
  const shown = [
    ...(all.data ?? []).filter(({ id }) => chosen.includes(id)),
    ...results.filter(({ id }) => !chosen.includes(id)),
  ];
  return (
    <div className="stack" role="group" aria-label={text.others}>
      <p className="visually-hidden" role="status">
        {sought === '' ? '' : text.found(found.data?.length ?? 0)}
      </p>
      {shown.map(({ id, name, provider, description }) => (
        <Checkbox
          key={id}
          isSelected={chosen.includes(id)}
          onChange={(isOn) => onChange(id, isOn)}
          help={<span lang="en">{description}</span>}
        >
          <span className="mono">{name}</span> {provider}
        </Checkbox>
      ))}
      {sought !== '' && found.data?.length === 0 && <p>{text.found(0)}</p>}
    </div>
  );
}

import { useResource } from '../../api/use-resource';
import { useCategoryName } from '../../app/category-names';
import { Bars } from '../../charts';
import { Empty, Load, Panel } from '../../components';
import { useFormats, useSharedWords, useWords } from '../../words';
import { words } from './words';

/** How many bars a panel shows. */
const shown = 8;

/** How often each category is granted, in the current consents. */
export function Categories() {
  const text = useWords(words);
  const nameOf = useCategoryName();
  const rates = useResource('getCategoryRates');
  return (
    <Panel title={text.categories}>
      <Load of={rates}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={text.noConsents} />
          ) : (
            <Bars
              items={list.slice(0, shown).map(({ category, rate }) => ({
                id: category,
                label: category === '(other)' ? text.other : nameOf(category),
                share: rate,
              }))}
            />
          )
        }
      </Load>
    </Panel>
  );
}

/** Where the current consents come from. */
export function Countries() {
  const text = useWords(words);
  const nameCountry = useCountryName();
  const shares = useResource('getCountryShares');
  return (
    <Panel title={text.countries}>
      <Load of={shares}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={text.noConsents} />
          ) : (
            <Bars
              items={list
                .slice(0, shown)
                .map(({ country, share }) => ({ id: country ?? '', label: nameCountry(country), share }))}
            />
          )
        }
      </Load>
    </Panel>
  );
}

/** How many current consents came with Global Privacy Control, in the countries with the most consents. */
export function Signals() {
  const text = useWords(words);
  const formats = useFormats();
  const nameCountry = useCountryName();
  const gpc = useResource('getGpcStatistics');
  return (
    <Panel title={text.gpc}>
      <Load of={gpc}>
        {({ detected, notDetected, byCountry }) =>
          detected + notDetected === 0 ? (
            <Empty title={text.noConsents} />
          ) : (
            <div className="stack">
              <p className="muted">
                {text.signals(formats.number(detected), formats.number(detected + notDetected))}
              </p>
              <Bars
                items={byCountry
                  .filter((entry) => entry.detected > 0)
                  .slice(0, shown - 1)
                  .map(({ country, rate }) => ({
                    id: country ?? '',
                    label: nameCountry(country),
                    share: rate,
                  }))}
              />
            </div>
          )
        }
      </Load>
    </Panel>
  );
}

function useCountryName() {
  const { states } = useSharedWords();
  const formats = useFormats();
  return (country: string | null) => (country === null ? states.unknown : formats.country(country));
}

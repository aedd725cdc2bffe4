import { useResource } from '../../api/use-resource';
import { AtOnce, DateField, Load, Notice, Page } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { PlaceTable } from './place-table';
import { TryVisitor } from './try-visitor';
import { atOf, usePlaceSearch } from './use-place-search';
import { words } from './words';

/** The law in each place, and the banner that visitors there get. */
export default function Places() {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const { values, set } = usePlaceSearch();
  const today = new Date().toISOString().slice(0, 10);
  const table = useResource('listJurisdictions', { query: atOf(values) }, { keepPrevious: true });
  return (
    <Page
      title={text.title}
      intro={text.intro}
      actions={
        <DateField
          label={text.on}
          value={values.on || today}
          onChange={(on) => set({ on: on === today ? '' : on })}
        />
      }
    >
      <AtOnce>
        <Load of={table} rows={12}>
          {(jurisdictions) => (
            <>
              {jurisdictions.type !== 'auto' && (
                <Notice tone="warn" title={text.fixed(groups[jurisdictions.type] ?? jurisdictions.type)} />
              )}
              <TryVisitor jurisdictions={jurisdictions} />
              <PlaceTable jurisdictions={jurisdictions} />
            </>
          )}
        </Load>
      </AtOnce>
    </Page>
  );
}

import { AtOnce, Page, RangeField, SelectField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { Days } from './days';
import { Figures } from './figures';
import { LiveBanners } from './live-banners';
import { NeedsYou } from './needs';
import { Categories, Countries, Signals } from './shares';
import { useOverviewSearch } from './use-overview-search';
import { words } from './words';

/** Who decided what, and what needs the operator. Each part fails alone. */
export default function Overview() {
  const text = useWords(words);
  return (
    <Page
      title={text.title}
      actions={
        <>
          <GroupField />
          <RangeField />
        </>
      }
    >
      <AtOnce>
        <NeedsYou />
        <Figures />
        <Days />
        <LiveBanners />
        <p className="muted">{text.now}</p>
        <div className="columns">
          <Categories />
          <Countries />
          <Signals />
        </div>
      </AtOnce>
    </Page>
  );
}

function GroupField() {
  const text = useWords(words);
  const { groups } = useSharedWords();
  const { group, set } = useOverviewSearch();
  const known = Object.entries(groups).map(([value, label]) => ({ value, label }));
  return (
    <SelectField
      label={text.group}
      isLabelHidden
      value={group}
      onChange={(next) => set({ group: next })}
      options={[
        { value: '', label: text.everyGroup },
        ...known,
        // A custom group that the address names.
        ...(group !== '' && groups[group] === undefined ? [{ value: group, label: group }] : []),
      ]}
    />
  );
}

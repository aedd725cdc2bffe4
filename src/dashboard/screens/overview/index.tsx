import { AtOnce, Load, Page, RangeField, SelectField } from '../../components';
import { useSharedWords, useWords } from '../../words';
import { Breakdowns } from './breakdowns';
import { CurrentConsents } from './current-consents';
import { Days } from './days';
import { Figures } from './figures';
import { ActiveFilters } from './filters';
import { Funnel } from './funnel';
import { LiveBanners } from './live-banners';
import { NeedsYou } from './needs';
import { Categories, Countries, Signals } from './shares';
import { useOverviewSearch, useStatistics } from './use-overview-search';
import { Withdrawals } from './withdrawals';
import { words } from './words';

/** Figures about visitors and decisions, and tasks for the operator. All statistics come from one request. */
export default function Overview() {
  const text = useWords(words);
  const statistics = useStatistics();
  const { data } = statistics;
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
        <ActiveFilters />
        <Load of={statistics} rows={12}>
          {(answer) => (
            <div className={statistics.isPlaceholderData ? 'stale' : undefined}>
              <div className="stack loose">
                <Figures statistics={answer} />
                <Days statistics={answer} />
                <div className="columns wide">
                  <Funnel statistics={answer} />
                  <Breakdowns statistics={answer} />
                  <Withdrawals statistics={answer} />
                </div>
              </div>
            </div>
          )}
        </Load>
        <LiveBanners statistics={data} />
        {data !== undefined && (
          <>
            <CurrentConsents count={data.overview.totalConsents} />
            <div className="columns">
              <Categories rates={data.categories} />
              <Countries shares={data.countries} />
              <Signals gpc={data.gpc} />
            </div>
          </>
        )}
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

import { Link } from 'wouter';
import { useResource } from '../../api/use-resource';
import { useAddress } from '../../app/use-address';
import {
  Button,
  Checkbox,
  type Column,
  Empty,
  Load,
  Page,
  PageNumbers,
  Panel,
  SelectField,
  Table,
  TextField,
} from '../../components';
import { isMatch, useFormats, useSharedWords, useWords } from '../../words';
import type { Summary } from '../banners/summary';
import { hasOpenTexts, listLanguages, stateOf } from './language-state';
import { StateCell } from './state-cell';
import { words } from './words';

const perPage = 25;

/** How far each banner is translated into each language. */
export default function Translations() {
  const text = useWords(words);
  const { nav } = useSharedWords();
  const profiles = useResource('listProfiles', { query: { summary: '1' } });
  return (
    <Page title={text.title} intro={text.intro} trail={<Link href="/banners">{nav.banners}</Link>}>
      <Load of={profiles}>
        {(list) =>
          list.length === 0 ? <Empty title={text.empty} /> : <Grid banners={list as readonly Summary[]} />
        }
      </Load>
    </Page>
  );
}

function Grid({ banners }: { readonly banners: readonly Summary[] }) {
  const text = useWords(words);
  const { actions, states } = useSharedWords();
  const formats = useFormats();
  const { values, set } = useAddress(['q', 'lang', 'open', 'page'], { replaces: true });
  const all = listLanguages(banners);
  const languages = all.includes(values.lang) ? [values.lang] : all;
  const isOpenOnly = values.open === '1';
  const found = banners
    .filter(
      (banner) => isMatch(values.q.trim(), banner.name) && (!isOpenOnly || hasOpenTexts(banner, languages)),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  const lastPage = Math.max(1, Math.ceil(found.length / perPage));
  const page = Math.min(lastPage, Math.max(1, Math.trunc(Number(values.page)) || 1));
  const columns: readonly Column<Summary>[] = [
    {
      id: 'banner',
      title: text.banner,
      cell: ({ id, name }) => <Link href={`/banners/${id}/texts`}>{name}</Link>,
    },
    ...languages.map((locale) => ({
      id: locale,
      title: formats.language(locale),
      cell: (banner: Summary) => (
        <StateCell banner={banner} locale={locale} state={stateOf(banner, locale)} />
      ),
    })),
  ];
  return (
    <>
      <div className="form-line">
        <TextField
          label={actions.search}
          type="search"
          value={values.q}
          onChange={(q) => set({ q, page: '' })}
          autoComplete="off"
        />
        <SelectField
          label={text.language}
          value={languages.length === 1 ? (languages[0] ?? '') : ''}
          onChange={(lang) => set({ lang, page: '' })}
          options={[
            { value: '', label: states.all },
            ...all.map((locale) => ({ value: locale, label: formats.language(locale) })),
          ]}
        />
        <Checkbox isSelected={isOpenOnly} onChange={(isOn) => set({ open: isOn ? '1' : '', page: '' })}>
          {text.openOnly}
        </Checkbox>
      </div>
      <Panel isFlush={found.length > 0}>
        {found.length === 0 ? (
          <Empty
            title={text.noMatch}
            action={
              <Button onPress={() => set({ q: '', lang: '', open: '', page: '' })}>
                {actions.clearFilters}
              </Button>
            }
          />
        ) : (
          <div className="completeness">
            <Table
              label={text.title}
              columns={columns}
              rows={found.slice((page - 1) * perPage, page * perPage)}
              keyOf={({ id }) => id}
            />
          </div>
        )}
        <PageNumbers
          page={page}
          perPage={perPage}
          total={found.length}
          onGo={(next) => set({ page: next === 1 ? '' : String(next) })}
        />
      </Panel>
    </>
  );
}

import { useMemo } from 'react';
import { Link } from 'wouter';
import { type DataOf, useResource } from '../../api/use-resource';
import { useWidth } from '../../charts/use-width';
import { Chip, Facts, Load, Panel, SelectField } from '../../components';
import type { PreviewMessage } from '../../preview/preview-message';
import { PreviewStage } from '../../preview/preview-stage';
import type { View } from '../../preview/view';
import {
  languages as dashboardLanguages,
  useFormats,
  useLanguage,
  useSharedWords,
  useWords,
} from '../../words';
import { regionCodes, useRegionName } from './region-names';
import { atOf, type Jurisdictions, usePlaceSearch } from './use-place-search';
import { words } from './words';

/** Value for a visitor whose country is not known. */
const unknown = 'unknown';

/** Shows the rules and the banner for a visitor in a place. */
export function TryVisitor({ jurisdictions }: { readonly jurisdictions: Jurisdictions }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const language = useLanguage();
  const { values, set } = usePlaceSearch();
  const countries = useMemo(
    () =>
      [...new Set(jurisdictions.items.map(({ country }) => country))]
        .map((code) => ({ value: code, label: formats.country(code) }))
        .sort((a, b) => a.label.localeCompare(b.label, language)),
    [jurisdictions, formats, language],
  );
  const { country, region } = values;
  const listed = jurisdictions.items.flatMap((item) =>
    item.country === country && item.region !== null ? [item.region] : [],
  );
  const regionName = useRegionName();
  const regions = [...new Set([...regionCodes(country), ...listed])];
  return (
    <Panel title={text.try}>
      <div className="stack">
        <div className="form-line">
          <SelectField
            label={text.country}
            value={country}
            onChange={(next) => set({ country: next, region: '' })}
            options={[
              { value: '', label: text.choose },
              ...countries,
              { value: unknown, label: text.unknownCountry },
            ]}
          />
          {regions.length > 0 && (
            <SelectField
              label={text.region}
              value={region}
              onChange={(next) => set({ region: next })}
              options={[
                { value: '', label: states.unknown },
                ...regions.map((code) => ({ value: code, label: regionName(country, code) })),
              ]}
            />
          )}
          <SelectField
            label={text.language}
            value={values.lang || language}
            onChange={(lang) => set({ lang })}
            options={[...new Set([language, ...visitorLanguages])].map((tag) => ({
              value: tag,
              label: formats.language(tag),
            }))}
          />
        </div>
        {country !== '' && <VisitorResult />}
      </div>
    </Panel>
  );
}

const visitorLanguages = [
  ...dashboardLanguages,
  ...['ar', 'el', 'fa', 'he', 'it', 'ja', 'nl', 'pl', 'pt-BR', 'pt-PT', 'sv', 'zh'],
];

function VisitorResult() {
  const language = useLanguage();
  const { values } = usePlaceSearch();
  const { country, region, lang } = values;
  const result = useResource(
    'resolveVisitor',
    {
      query: {
        ...(country === unknown ? {} : { country, ...(region === '' ? {} : { region }) }),
        locale: lang || language,
        ...atOf(values),
      },
    },
    { keepPrevious: true },
  );
  return (
    <div aria-live="polite">
      <Load of={result} rows={4}>
        {(visitor) => (
          <div className="columns">
            <Result visitor={visitor} />
            {visitor.profile && <Shown profile={visitor.profile} />}
          </div>
        )}
      </Load>
    </div>
  );
}

function Result({ visitor }: { readonly visitor: DataOf<'resolveVisitor'> }) {
  const text = useWords(words);
  const { groups, states } = useSharedWords();
  const formats = useFormats();
  const { profile, law, complianceGroup, overridden, gpcBinding, childAge } = visitor;
  const group = groups[complianceGroup] ?? complianceGroup;
  return (
    <Facts
      items={[
        {
          name: text.gets,
          value:
            profile === null ? (
              <span className="row">
                <Chip tone="warn">{text.noBanner}</Chip>
                {text.noBannerText(group)}
              </span>
            ) : (
              <Link className="strong" href={`/banners/${profile.id}`}>
                {text.banner(profile.name, profile.version, formats.language(profile.locale))}
              </Link>
            ),
        },
        { name: text.law, value: law === null ? states.unknown : <span lang="en">{law}</span> },
        {
          name: text.rules,
          value: (
            <span className="row">
              {group}
              {overridden && <Chip tone="info">{text.overridden}</Chip>}
            </span>
          ),
        },
        { name: text.gpc, value: gpcBinding ? text.binding : text.notBinding },
        ...(childAge === null ? [] : [{ name: text.childAge, value: text.under(childAge) }]),
        ...(visitor.reaskMonths === null
          ? []
          : [{ name: text.reask, value: text.askAgain(visitor.reaskMonths) }]),
        ...(visitor.consentMonths === null
          ? []
          : [{ name: text.validity, value: text.months(visitor.consentMonths) }]),
      ]}
    />
  );
}

/** The banner as the visitor sees it. */
function Shown({
  profile: { id, version, locale },
}: {
  readonly profile: NonNullable<DataOf<'resolveVisitor'>['profile']>;
}) {
  const saved = useResource(
    'getProfileVersion',
    { params: { id, entryId: String(version) }, query: { locale } },
    { keepPrevious: true },
  );
  const [element, width] = useWidth<HTMLDivElement>(375);
  return (
    <div ref={element}>
      <Load of={saved}>
        {(file) => (
          <PreviewStage
            profile={file as unknown as PreviewMessage['profile']}
            tcf={{ profileId: id, version }}
            view={{ ...firstVisit, device: width < 480 ? 'phone' : 'desktop' }}
            locale={locale}
            onLocale={() => {}}
          />
        )}
      </Load>
    </div>
  );
}

const firstVisit: Omit<View, 'device'> = { scheme: 'light', direction: 'auto', situation: 'first' };

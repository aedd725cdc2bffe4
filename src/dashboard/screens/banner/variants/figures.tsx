import { useState } from 'react';
import { type DataOf, useAction, useResource } from '../../../api/use-resource';
import { useSession } from '../../../app/session';
import {
  Button,
  type Column,
  ConfirmDialog,
  CsvButton,
  Load,
  Notice,
  Panel,
  Table,
  useTell,
} from '../../../components';
import { VersionPreviews } from '../../../preview/version-previews';
import { useFormats, useWords } from '../../../words';
import type { Profile } from '../edits/content';
import { useVariantName } from './variant-name';
import { words } from './words';

type Summary = DataOf<'listExperiments'>[number];
type Statistics = DataOf<'getExperimentStatistics'>;
type Variant = Statistics['variants'][number];

/** Shows the result of an experiment, in a sentence and in numbers, and its variants. */
export function Figures({
  experiment,
  profile,
}: {
  readonly experiment: Summary;
  readonly profile: Profile;
}) {
  const text = useWords(words);
  const { can } = useSession();
  const { profileId, version, running } = experiment;
  const statistics = useResource(
    'getExperimentStatistics',
    { params: { profileId, version: String(version) } },
    { enabled: can('stats:read') },
  );
  const whole = useResource('getExperiment', { params: { id: profileId, version: String(version) } });
  return (
    <Panel title={running ? text.running : text.result}>
      <div className="stack loose">
        {can('stats:read') && (
          <Load of={statistics} rows={5}>
            {(found) => (
              <>
                <Verdicts statistics={found} />
                <Numbers statistics={found} />
              </>
            )}
          </Load>
        )}
        {running && can('profiles:activate') && <End experiment={experiment} profile={profile} />}
        <section className="stack tight">
          <h3>{text.whatVisitorsSee}</h3>
          <Load of={whole}>{(found) => <Shown experiment={found} />}</Load>
        </section>
      </div>
    </Panel>
  );
}

/** The variants in the languages that their version had. */
function Shown({ experiment }: { readonly experiment: DataOf<'getExperiment'> }) {
  const { profileId: id, version, variants } = experiment;
  const content = useResource('getProfileVersionContent', { params: { id, entryId: String(version) } });
  const nameOf = useVariantName();
  return (
    <Load of={content}>
      {({ defaultLocale, localeContent }) => (
        <VersionPreviews
          id={id}
          defaultLocale={defaultLocale}
          first={findChanged(experiment, defaultLocale)}
          versions={variants.map((variant) => ({
            version,
            variant: variant.id,
            locales: [defaultLocale, ...Object.keys(localeContent)],
            name: nameOf(variant),
          }))}
        />
      )}
    </Load>
  );
}

/** Returns the default language, or one in which a variant has other texts, where only those differ. */
function findChanged({ variants }: DataOf<'getExperiment'>, defaultLocale: string): string {
  const changed = variants.flatMap(({ texts = {} }) => Object.keys(texts));
  return changed.includes(defaultLocale) ? defaultLocale : (changed[0] ?? defaultLocale);
}

/** The result in one sentence for each variant. */
function Verdicts({ statistics }: { readonly statistics: Statistics }) {
  const text = useWords(words);
  const formats = useFormats();
  const sentence = useSentence(statistics);
  if (statistics.impressionSample === 0 && statistics.running)
    return (
      <Notice tone="warn" title={text.notCounted}>
        {text.notCountedText}
      </Notice>
    );
  if (statistics.from < statistics.keptSince)
    return <Notice>{text.keptSince(formats.date(`${statistics.keptSince}T12:00:00`))}</Notice>;
  return (
    <div className="stack tight">
      <ul className="plain-list verdicts">
        {statistics.variants
          .filter(({ verdict }) => verdict !== null)
          .map((variant) => (
            <li key={variant.id}>{sentence(variant)}</li>
          ))}
      </ul>
      <p className="muted small">{text.compared[statistics.goal as 'accepted' | 'answered']}</p>
    </div>
  );
}

function useSentence({ goal, needed, days, running, variants }: Statistics) {
  const text = useWords(words);
  const formats = useFormats();
  const least = Math.min(...variants.map(({ shown }) => shown));
  const round = (share: number) => {
    const points = Math.abs(share) * 100;
    return formats.number(points < 3 ? Math.round(points * 10) / 10 : Math.round(points));
  };
  return ({ id, verdict, differences }: Variant): string => {
    const { low, high } = (goal === 'answered' ? differences?.answers : differences?.acceptance) ?? {
      low: null,
      high: null,
    };
    if (verdict === 'too_early' || low === null || high === null)
      return (running ? text.tooEarly : text.endedEarly)(
        formats.number(least),
        formats.number(needed.shown),
        formats.number(Math.min(days + 1, needed.days)),
        formats.number(needed.days),
      );
    if (verdict === 'better') return text.better(id, round(low), round(high));
    if (verdict === 'worse') return text.worse(id, round(high), round(low));
    if (verdict === 'same')
      return text.same(id, formats.number(Math.ceil(Math.max(Math.abs(low), Math.abs(high)) * 1000) / 10));
    return (running ? text.unclear : text.unclearAtEnd)(id, round(low), round(high));
  };
}

function Numbers({ statistics }: { readonly statistics: Statistics }) {
  const text = useWords(words);
  const formats = useFormats();
  const nameOf = useVariantName();
  const count = (id: 'shown' | 'saved' | 'noAnswer', from?: Column<Variant>['from']): Column<Variant> => ({
    id,
    title: text.columns[id],
    isNumber: true,
    ...(from && { from, isBelow: true }),
    cell: (row) => formats.number(row[id]),
    value: (row) => row[id],
  });
  const share = (
    id: 'accepted' | 'refused',
    read: (row: Variant) => Variant['acceptance'],
  ): Column<Variant> => ({
    id,
    title: text.columns[id],
    isNumber: true,
    cell: (row) => (
      <>
        <span className="block">{formats.percent(read(row).share)}</span>
        <span className="muted small block unbroken">{formats.number(row[id])}</span>
      </>
    ),
    value: (row) => row[id],
  });
  const columns: readonly Column<Variant>[] = [
    {
      id: 'variant',
      title: text.columns.variant,
      cell: nameOf,
      value: nameOf,
    },
    count('shown'),
    share('accepted', ({ acceptance }) => acceptance),
    share('refused', ({ refusal }) => refusal),
    count('saved', 'medium'),
    count('noAnswer', 'medium'),
  ];
  return (
    <section className="stack tight">
      <div className="title-line">
        <h3 className="grow">{text.numbers}</h3>
        <CsvButton label={text.numbers} columns={columns} rows={statistics.variants} />
      </div>
      <Table label={text.numbers} rows={statistics.variants} keyOf={({ id }) => id} columns={columns} />
      <p className="muted small">{text.interval}</p>
    </section>
  );
}

/** Buttons that keep one of the variants for all visitors. */
function End({ experiment, profile }: { readonly experiment: Summary; readonly profile: Profile }) {
  const text = useWords(words);
  const tell = useTell();
  const [kept, setKept] = useState<Summary['variants'][number]['id'] | null>(null);
  const end = useAction('endExperiment', [
    'listExperiments',
    'getProfile',
    'listProfileVersions',
    'listProfiles',
    'listPublications',
  ]);
  const { version, variants } = experiment;
  const close = () => {
    end.reset();
    setKept(null);
  };
  const keep = async () => {
    if (kept === null) return;
    const { data } = await end.mutateAsync({
      params: { id: profile.id, version: String(version) },
      body: { keep: kept },
    });
    // These buttons are gone by now.
    tell(text.ended(kept, data.publishedVersion), { about: profile.id });
    setKept(null);
  };
  return (
    <div className="row">
      {variants.map(({ id }) => (
        <Button key={id} onPress={() => setKept(id)}>
          {id === 'A' ? text.stop : text.keep(id)}
        </Button>
      ))}
      <ConfirmDialog
        title={kept === 'A' ? text.stopTitle : text.keepTitle(kept ?? '')}
        isOpen={kept !== null}
        onClose={close}
        action={kept === 'A' ? text.stop : text.keep(kept ?? '')}
        isDangerous={false}
        isPending={end.isPending}
        error={end.error}
        onConfirm={() => void keep().catch(() => {})}
      >
        {kept === 'A' ? text.stopText : text.keepText(kept ?? '')}
        {profile.version !== version && ` ${text.draftsStay}`}
      </ConfirmDialog>
    </div>
  );
}

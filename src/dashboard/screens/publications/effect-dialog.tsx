import { useState } from 'react';
import { type DataOf, useResource } from '../../api/use-resource';
import { type Column, CsvButton, Dialog, Empty, Load, Notice, SelectField, Table } from '../../components';
import { useFormats, useWords } from '../../words';
import { Differences } from '../banner/versions/differences';
import { useValueName } from '../overview/filters';
import { visitWords } from '../overview/visit-words';
import { effectWords } from './effect-words';
import type { Publication } from './use-publication-search';

type Effect = DataOf<'getPublicationEffect'>;
type Row = Effect['by']['country'][number];
type Comparison = Effect['acceptance'];

const measures = ['acceptance', 'refusal', 'noAnswer'] as const;
type Measure = (typeof measures)[number];

const lengths = [1, 7, 30, 90] as const;
const tables = ['device', 'country', 'locale', 'site'] as const;
type TableName = (typeof tables)[number];

/** Compares the answers before and after a publication, and shows the changes that it made. */
export function EffectDialog({
  publication,
  onClose,
}: {
  /** Null: closed. */
  readonly publication: Publication | null;
  readonly onClose: () => void;
}) {
  const text = useWords(effectWords);
  return (
    <Dialog
      title={publication === null ? '' : text.titleOf(publication.profileName, publication.version)}
      size="large"
      isOpen={publication !== null}
      onClose={onClose}
    >
      {publication !== null && <EffectCard publication={publication} />}
    </Dialog>
  );
}

function EffectCard({ publication: { complianceGroup, from } }: { readonly publication: Publication }) {
  const text = useWords(effectWords);
  const [days, setDays] = useState('7');
  const effect = useResource(
    'getPublicationEffect',
    { params: { complianceGroup }, query: { from, days: Number(days) } },
    { keepPrevious: true },
  );
  return (
    <div className="stack loose">
      <div className="form-line">
        <SelectField
          label={text.length}
          value={days}
          onChange={setDays}
          options={lengths.map((length) => ({
            value: String(length),
            label: length === 1 ? text.oneDay : text.days(length),
          }))}
        />
      </div>
      <Load of={effect} rows={10}>
        {(found) => (
          <div className={effect.isPlaceholderData ? 'stale' : undefined}>
            <div className="stack loose">
              <Verdicts effect={found} />
              <Totals effect={found} />
              {found.before !== null && <Breakdown by={found.by} />}
              <Changes effect={found} />
            </div>
          </div>
        )}
      </Load>
    </div>
  );
}

/** The result in one sentence for each measure. */
function Verdicts({ effect }: { readonly effect: Effect }) {
  const text = useWords(effectWords);
  const { sentence } = useVerdict();
  if (effect.before === null) return <Notice>{text.first}</Notice>;
  const isShortened = effect.before.shortened || effect.after.shortened;
  if (effect.before.shown + effect.after.shown === 0 && !isShortened)
    return <Empty title={text.notCounted}>{text.notCountedText}</Empty>;
  return (
    <>
      <ul className="plain-list verdicts">
        {measures.map((measure) => (
          <li key={measure}>{sentence(measure, effect[measure])}</li>
        ))}
      </ul>
      {isShortened && <Notice>{text.shortened}</Notice>}
    </>
  );
}

/** Returns functions that describe a comparison: in a sentence, and by the change alone. */
function useVerdict() {
  const text = useWords(effectWords);
  const formats = useFormats();
  const round = (share: number | null) => {
    const points = Math.abs(share ?? 0) * 100;
    return formats.number(points < 1 ? Math.round(points * 10) / 10 : Math.round(points));
  };
  return {
    sentence(measure: Measure, { verdict, low, high, tooFew }: Comparison): string {
      const name = text.measures[measure];
      if (tooFew) return text.tooFewOf(name);
      if (verdict === 'rose') return text.rose(name, round(low), round(high));
      if (verdict === 'fell') return text.fell(name, round(high), round(low));
      return verdict === 'same' ? text.same(name) : text.unclear(name);
    },
    change({ verdict, low, high, tooFew }: Comparison): string {
      if (tooFew) return text.tooFewToCompare;
      if (verdict === 'rose') return text.points(`+${round(low)}`, `+${round(high)}`);
      if (verdict === 'fell') return text.points(`−${round(low)}`, `−${round(high)}`);
      return verdict === 'same' ? text.hardly : text.tooFew;
    },
  };
}

/** Shares with their intervals and counts, before and after. */
function Totals({ effect }: { readonly effect: Effect }) {
  const text = useWords(effectWords);
  const formats = useFormats();
  const { change } = useVerdict();
  const { before, after } = effect;
  const period = ({ profileName, version, from, to }: Effect['after']) =>
    text.period(profileName, version, formats.dateTime(from), formats.dateTime(to));
  const columns: readonly Column<Measure>[] = [
    {
      id: 'measure',
      title: text.measure,
      cell: (measure) => text.measures[measure],
      value: (measure) => text.measures[measure],
    },
    ...(before === null ? [] : [shareColumn<Measure>('before', text.before, (measure) => effect[measure])]),
    shareColumn('after', text.after, (measure) => effect[measure], before === null),
    ...(before === null
      ? []
      : [
          {
            id: 'verdict',
            title: text.change,
            from: 'medium' as const,
            isBelow: true,
            cell: (measure: Measure) => change(effect[measure]),
            value: (measure: Measure) => change(effect[measure]),
          },
        ]),
  ];
  return (
    <section className="stack tight">
      <div className="title-line">
        <h3 className="grow">{text.all}</h3>
        <CsvButton label={text.all} columns={columns} rows={measures} />
      </div>
      <Table label={text.all} rows={measures} keyOf={(measure) => measure} columns={columns} />
      <p className="muted small">
        {before !== null && (
          <span className="block">
            {text.before}: {period(before)}
          </span>
        )}
        <span className="block">
          {text.after}: {period(after)}
        </span>
        <span className="block">{text.interval}</span>
      </p>
    </section>
  );
}

/**
 * The share of one side, or only its counts where too few banners were shown.
 * @param isAlone there is nothing to compare with
 */
function shareColumn<T>(
  id: 'before' | 'after',
  title: string,
  read: (row: T) => Comparison,
  isAlone = false,
): Column<T> {
  const hasShare = (row: T) => isAlone || !read(row).tooFew;
  return {
    id,
    title,
    isNumber: true,
    cell: (row) => (hasShare(row) ? <Share of={read(row)[id]} /> : <Counts of={read(row)[id]} />),
    value: (row) => (hasShare(row) ? read(row)[id].share : null),
  };
}

function Counts({ of: { count, of } }: { readonly of: Comparison['before'] }) {
  const text = useWords(effectWords);
  const formats = useFormats();
  return (
    <span className="unbroken">
      {of === 0 ? text.never : text.countOf(formats.number(count), formats.number(of))}
    </span>
  );
}

function Share({ of: { share, low, high, count, of } }: { readonly of: Comparison['before'] }) {
  const text = useWords(effectWords);
  const formats = useFormats();
  return (
    <>
      <span className="block">{formats.percent(share)}</span>
      <span className="muted small block unbroken">
        {share === null ? text.never : text.between(formats.percent(low), formats.percent(high))}
      </span>
      {share !== null && (
        <span className="muted small block unbroken">
          {text.countOf(formats.number(count), formats.number(of))}
        </span>
      )}
    </>
  );
}

/** One measure by device, country, language or site. */
function Breakdown({ by }: { readonly by: Effect['by'] }) {
  const text = useWords(effectWords);
  const visits = useWords(visitWords);
  const nameOf = useValueName();
  const { change } = useVerdict();
  const [table, setTable] = useState<TableName>('device');
  const [measure, setMeasure] = useState<Measure>('acceptance');
  const rows = by[table];
  const title = `${text.measures[measure]} · ${visits.tables[table].many}`;
  const columns: readonly Column<Row>[] = [
    {
      id: 'value',
      title: visits.tables[table].one,
      cell: ({ value }) => nameOf(table, value),
      value: ({ value }) => nameOf(table, value),
    },
    shareColumn('before', text.before, (row) => row[measure]),
    shareColumn('after', text.after, (row) => row[measure]),
    {
      id: 'verdict',
      title: text.change,
      from: 'medium',
      isBelow: true,
      cell: (row) => change(row[measure]),
      value: (row) => change(row[measure]),
    },
  ];
  if (rows.length === 0) return null;
  return (
    <section className="stack tight">
      <div className="form-line">
        <SelectField
          label={text.compareBy}
          value={table}
          onChange={setTable}
          options={tables.map((value) => ({ value, label: visits.tables[value].one }))}
        />
        <SelectField
          label={text.measure}
          value={measure}
          onChange={setMeasure}
          options={measures.map((value) => ({ value, label: text.measures[value] }))}
        />
      </div>
      <div className="title-line">
        <h3 className="grow">{title}</h3>
        <CsvButton label={title} columns={columns} rows={rows} />
      </div>
      <Table label={title} rows={rows} keyOf={({ value }) => value} columns={columns} />
    </section>
  );
}

/** The changes of texts and look that the publication made. */
function Changes({ effect: { before, after } }: { readonly effect: Effect }) {
  const text = useWords(effectWords);
  const isOneBanner = before !== null && before.profileId === after.profileId;
  const diff = useResource(
    'diffProfileVersions',
    { params: { id: after.profileId, a: String(before?.version), b: String(after.version) } },
    { enabled: isOneBanner },
  );
  if (before === null) return null;
  return (
    <section className="stack tight">
      <h3>{text.changes}</h3>
      {isOneBanner ? (
        <Load of={diff}>{(found) => <Differences id={after.profileId} diff={found} />}</Load>
      ) : (
        <p>{text.otherBanner(before.profileName, before.version)}</p>
      )}
    </section>
  );
}

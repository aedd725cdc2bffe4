import { useFormats } from '../words';
import { useWidth } from './use-width';

export interface DaySeries {
  /** Names the colour in the style sheet. */
  readonly id: string;
  readonly label: string;
  readonly values: readonly number[];
}

export interface DayMark {
  readonly day: string;
  readonly label: string;
}

/** Room for the label of a day (px). */
const labelWidth = 72;
const height = 240;
const left = 44;
const bottom = 24;
const top = 8;

/** Stacked bars of several series for each day. `sentence` describes the chart in words. */
export function StackedDays({
  days,
  series,
  sentence,
  marks = [],
}: {
  /** `2026-11-22`, oldest first. */
  readonly days: readonly string[];
  readonly series: readonly DaySeries[];
  readonly sentence: string;
  /** Events of a day, such as a publication: a triangle under the bar. */
  readonly marks?: readonly DayMark[];
}) {
  const formats = useFormats();
  const [figure, width] = useWidth<HTMLElement>(720);
  const totals = days.map((_, day) => series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0));
  const max = niceMax(Math.max(...totals, 1));
  const step = (width - left) / Math.max(days.length, 1);
  const scale = (height - bottom - top) / max;
  const labelEvery = Math.ceil(days.length / Math.max(1, Math.floor((width - left) / labelWidth)));
  const marked = [...new Set(marks.map(({ day }) => day))];

  const describeDay = (day: string, index: number) =>
    [
      formats.date(`${day}T12:00:00`),
      ...series.map(({ label, values }) => `${label}: ${formats.number(values[index] ?? 0)}`),
    ].join('\n');

  return (
    <figure className="chart" ref={figure}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentence}>
        {[0, 0.5, 1].map((share) => {
          const y = height - bottom - share * max * scale;
          return (
            <g key={share}>
              <line className="grid-line" x1={left} x2={width} y1={y} y2={y} />
              <text className="axis-text" x={left - 8} y={y + 4} textAnchor="end">
                {formats.number(share * max)}
              </text>
            </g>
          );
        })}
        {days.map((day, index) => (
          <g key={day}>
            {stack(series, index).map(({ id, from, to }) => (
              <rect
                key={id}
                className={`series-${id}`}
                x={left + index * step + step * 0.12}
                width={step * 0.76}
                y={height - bottom - (from * scale + withGap((to - from) * scale))}
                height={withGap((to - from) * scale)}
              />
            ))}
            {index % labelEvery === 0 && (
              <text className="axis-text" x={left + (index + 0.5) * step} y={height - 6} textAnchor="middle">
                {formats.day(day)}
              </text>
            )}
            <rect
              className="hover-area"
              x={left + index * step}
              width={step}
              y={top}
              height={height - bottom - top}
            >
              <title>{describeDay(day, index)}</title>
            </rect>
          </g>
        ))}
        {marked.map((day) => {
          const index = days.indexOf(day);
          if (index === -1) return null;
          const x = left + (index + 0.5) * step;
          return (
            <path key={day} className="mark" d={`M${x} ${height - bottom + 1}l5 7h-10z`}>
              <title>
                {marks
                  .filter((mark) => mark.day === day)
                  .map(({ label }) => label)
                  .join('\n')}
              </title>
            </path>
          );
        })}
      </svg>
      <ul className="legend" aria-hidden="true">
        {series.map(({ id, label }) => (
          <li key={id}>
            <span className={`series-${id}`} />
            {label}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Leaves a pixel free between a part and the next, which have too little contrast with each other. */
const withGap = (height: number) => (height > 2 ? height - 1 : height);

function stack(series: readonly DaySeries[], day: number) {
  let sum = 0;
  return series.map(({ id, values }) => {
    const from = sum;
    sum += values[day] ?? 0;
    return { id, from, to: sum };
  });
}

/** Returns the next of 2, 4, 10, 20, 40 … so that the axis has whole numbers. */
function niceMax(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 10].find((candidate) => candidate * power >= value) ?? 10;
  return Math.max(2, factor * power);
}

import type { ReactNode } from 'react';
import { useFormats } from '../words';

/** Shows shares as horizontal bars, each with its name and number. */
export function Bars({
  items,
}: {
  readonly items: readonly {
    readonly id: string;
    readonly label: ReactNode;
    readonly share: number | null;
  }[];
}) {
  const formats = useFormats();
  return (
    <ul className="bars">
      {items.map(({ id, label, share }) => (
        <li key={id}>
          <div className="bar-head">
            <span className="truncate">{label}</span>
            <span>{formats.percent(share)}</span>
          </div>
          <div className="bar" aria-hidden="true">
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(share ?? 0) * 100} height="1" />
            </svg>
          </div>
        </li>
      ))}
    </ul>
  );
}

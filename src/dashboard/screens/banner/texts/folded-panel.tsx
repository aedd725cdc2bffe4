import type { ReactNode } from 'react';

/** A part that is closed at first. Only while it is open are its fields in the page: they can be thousands. */
export function FoldedPanel({
  title,
  chips,
  isOpen,
  onOpen,
  children,
}: {
  readonly title: string;
  readonly chips: ReactNode;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly children: () => ReactNode;
}) {
  return (
    <details className="panel" open={isOpen} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary className="panel-head">
        <span className="strong">{title}</span>
        {chips}
      </summary>
      {isOpen && <div className="panel-body stack">{children()}</div>}
    </details>
  );
}

import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { useSharedWords } from '../words';

export interface PageProps {
  readonly title: string;
  /** Links to the pages above this one. */
  readonly trail?: ReactNode;
  /** Shown next to the title, such as a status or a count. */
  readonly status?: ReactNode;
  /** Buttons, the main one last. */
  readonly actions?: ReactNode;
  /** One or two sentences under the title. */
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Name of the tenant whose data is shown; null with only one. The window's title contains it, because tabs of several
 * tenants look alike.
 */
export const TenantNameContext = createContext<string | null>(null);

let isFirstPage = true;

/**
 * Titles the window. Returns a ref for the heading, with `tabIndex={-1}`: it is focused when it replaces another page, so
 * that screen readers announce it.
 */
export function usePageHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const { product } = useSharedWords();
  const tenantName = useContext(TenantNameContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = [title, tenantName ?? [], product].flat().join(' · ');
  }, [title, tenantName, product]);
  useEffect(() => {
    // After a reload the browser's own order is right.
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return heading;
}

/** A screen. Navigating to it focuses its title. */
export function Page({ title, trail, status, actions, intro, children }: PageProps) {
  const heading = usePageHeading(title);
  return (
    <div className="page">
      <header className="page-head">
        <div className="grow">
          {trail !== undefined && <nav className="trail">{trail}</nav>}
          <div className="title-line">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {status}
          </div>
          {intro !== undefined && <div className="intro">{intro}</div>}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with its own heading. */
export function Panel({
  title,
  actions,
  isFlush = false,
  isTall = false,
  children,
}: {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether it takes the height of two parts in columns. */
  readonly isTall?: boolean;
  /** Without padding, for tables. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={isTall ? 'panel tall' : 'panel'}>
      {(title !== undefined || actions !== undefined) && (
        <header className="panel-head">
          {title !== undefined && <h2>{title}</h2>}
          {actions !== undefined && <div className="row">{actions}</div>}
        </header>
      )}
      <div className={isFlush ? 'panel-body flush' : 'panel-body'}>{children}</div>
    </section>
  );
}

/** Names and values, one under the other. */
export function Facts({
  items,
}: {
  readonly items: readonly { readonly name: string; readonly value: ReactNode }[];
}) {
  return (
    <dl className="facts">
      {items.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

import { Link, useLocation } from 'wouter';

/** Parts of a screen that have their own addresses, as tabs. */
export function LinkTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}) {
  const [location] = useLocation();
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ to, label: text }) => (
        <Link key={to} href={to} className="tab" aria-current={location === to ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

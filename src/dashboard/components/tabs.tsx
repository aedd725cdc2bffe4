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
      {tabs.map(({ to, label: text }) =>
        location === to ? (
          <Link key={to} href={to} ref={showInMiddle} className="tab" aria-current="page">
            {text}
          </Link>
        ) : (
          <Link key={to} href={to} className="tab">
            {text}
          </Link>
        ),
      )}
    </nav>
  );
}

/** Scrolls the tabs to one of them, which on a phone can be beyond their edge. */
function showInMiddle(tab: HTMLElement | null): void {
  const tabs = tab?.parentElement;
  if (!tab || !tabs) return;
  const start = tab.offsetLeft - tabs.offsetLeft;
  tabs.scrollTo({ left: start - (tabs.clientWidth - tab.clientWidth) / 2 });
}

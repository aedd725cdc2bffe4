import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ActionMenu, Button, Icon, PrintNote, SelectField } from '../components';
import { config } from '../config';
import { keepLanguage, languageNames, languages, useLanguage, useSharedWords } from '../words';
import { type ColourScheme, colourSchemes, setColourScheme, useColourScheme } from './colour-scheme';
import { leave } from './leaving';
import { type Entry, isShown, mainEntries, settingsEntries } from './screens';
import { SearchButton, SearchWindow } from './search-button';
import { useSession } from './session';
import { withTenant } from './tenant-address';

/** The frame of every screen: the rail with the entries, and the user's menu. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { shell } = useSharedWords();
  const [location] = useLocation();
  // The menu is open only on the screen where it was opened, so every navigation closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === location;

  return (
    <div className="shell" data-menu={isOpen ? 'open' : undefined}>
      <a
        className="skip"
        href={withTenant(`${config.prefix.replace(/\/$/, '')}${location}#content`)}
        onClick={skipToContent}
      >
        {shell.skip}
      </a>
      <header className="top">
        <Button
          variant="quiet"
          icon={isOpen ? 'close' : 'menu'}
          aria-label={isOpen ? shell.closeMenu : shell.menu}
          aria-expanded={isOpen}
          onPress={() => setOpenedAt(isOpen ? null : location)}
        />
        <span className="brand grow">express-consent</span>
        <SearchButton />
      </header>
      <Rail />
      <main id="content" className="content" tabIndex={-1}>
        {children}
        <PrintNote />
      </main>
      <SearchWindow />
    </div>
  );
}

function skipToContent(event: { preventDefault(): void }) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function Rail() {
  const { nav, shell } = useSharedWords();
  const { tenants, tenantId, chooseTenant } = useSession();
  return (
    <aside className="rail" aria-label={shell.menu}>
      <p className="brand">express-consent</p>
      <SearchButton />
      {tenants.length > 1 && (
        <SelectField
          label={shell.tenant}
          value={tenantId ?? ''}
          onChange={chooseTenant}
          options={tenants.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {tenants.length === 1 && <p className="rail-tenant">{tenants[0]?.name}</p>}
      <nav aria-label={nav.label} className="rail-nav">
        <Entries entries={mainEntries} />
        <Entries entries={settingsEntries} title={nav.settings} />
      </nav>
      <UserMenu />
    </aside>
  );
}

function Entries({ entries, title }: { readonly entries: readonly Entry[]; readonly title?: string }) {
  const { nav } = useSharedWords();
  const { can } = useSession();
  const [location] = useLocation();
  const shown = entries.filter((entry) => isShown(entry, can));
  if (shown.length === 0) return null;
  return (
    <>
      {title !== undefined && <h2 className="rail-title">{title}</h2>}
      <ul className="rail-list">
        {shown.map(({ to, label, icon }) => (
          <li key={to}>
            <Link href={to} className="rail-link" aria-current={isAt(location, to) ? 'page' : undefined}>
              <Icon name={icon} />
              {nav[label]}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const isAt = (location: string, to: string) =>
  to === '/' ? location === '/' : location === to || location.startsWith(`${to}/`);

function UserMenu() {
  const words = useSharedWords();
  const { user, signOut } = useSession();
  const [, go] = useLocation();
  const language = useLanguage();
  const scheme = useColourScheme();
  return (
    <div className="rail-foot">
      <ActionMenu
        trigger={
          <Button variant="quiet" icon="person" aria-label={words.shell.userMenu(user.name)}>
            <span className="truncate">{user.name}</span>
          </Button>
        }
        entries={[
          {
            id: 'account',
            label: words.nav.account,
            icon: 'person',
            onAction: () => leave({ path: '/account', go: () => go('/account') }),
          },
          ...languages
            .filter((other) => other !== language)
            .map((other, index) => ({
              id: `language-${other}`,
              label: <span lang={other}>{languageNames[other]}</span>,
              startsGroup: index === 0,
              onAction: () => {
                keepLanguage(other);
                location.reload();
              },
            })),
          ...colourSchemes
            .filter((other) => other !== scheme)
            .map((other: ColourScheme, index) => ({
              id: `scheme-${other}`,
              label: `${words.shell.scheme}: ${words.shell.schemes[other]}`,
              icon: other === 'dark' ? ('moon' as const) : ('sun' as const),
              startsGroup: index === 0,
              onAction: () => setColourScheme(other),
            })),
          {
            id: 'sign-out',
            label: words.shell.signOut,
            startsGroup: true,
            onAction: () => signOut(),
          },
        ]}
      />
      <span className="muted small">{words.shell.version(config.version)}</span>
    </div>
  );
}

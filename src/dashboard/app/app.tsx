import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Component, lazy, type ReactNode, Suspense, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { Redirect, Route, Router, Switch } from 'wouter';
import { ApiError } from '#client/index';
import { Button, LinkButton, Notice, Page, Skeleton, ToastProvider } from '../components';
import { config } from '../config';
import { SignInPage } from '../screens/sign-in/sign-in-page';
import { initialLanguage, LanguageContext, regionalTag, usePermissionName, useSharedWords } from '../words';
import { ConfirmIdentity } from './confirm-identity';
import type { HandOver } from './hand-over';
import { homeOf, type Screen, screens } from './screens';
import { SessionProvider, useSession } from './session';
import { SessionEnd } from './session-end';
import { Shell } from './shell';
import { withTenant } from './tenant-address';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The service would refuse the same request again.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
});

/** The dashboard. */
export function App({ handOver }: { readonly handOver: HandOver }) {
  const [language] = useState(initialLanguage);
  document.documentElement.lang = language;
  return (
    <LanguageContext value={language}>
      <I18nProvider locale={regionalTag(language)}>
        <QueryClientProvider client={client}>
          <ToastProvider>
            <Router
              base={config.prefix.replace(/\/$/, '')}
              hrefs={withTenant}
              aroundNav={(navigate, to, options) => navigate(withTenant(to), options)}
            >
              <SessionProvider signIn={<SignIn handOver={handOver} />}>
                <Shell>
                  <Screens />
                </Shell>
                <ConfirmIdentity />
                <SessionEnd />
              </SessionProvider>
            </Router>
          </ToastProvider>
        </QueryClientProvider>
      </I18nProvider>
    </LanguageContext>
  );
}

function SignIn({ handOver }: { readonly handOver: HandOver }) {
  const queries = useQueryClient();
  return (
    <SignInPage
      handOver={handOver}
      onSignedIn={() => void queries.resetQueries({ queryKey: ['getCurrentUser'] })}
    />
  );
}

const lazyScreens = screens.map((screen) => ({ ...screen, Content: lazy(screen.load) }));

function Screens() {
  return (
    <Switch>
      {lazyScreens.map(({ path, Content, ...screen }) => (
        <Route key={path} path={path}>
          <Boundary>
            <Guarded path={path} {...screen}>
              <Suspense fallback={<Skeleton rows={8} />}>
                <Content />
              </Suspense>
            </Guarded>
          </Boundary>
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

function Guarded({
  path,
  permissions,
  children,
}: Pick<Screen, 'path' | 'permissions'> & { readonly children: ReactNode }) {
  const { can } = useSession();
  const { errors } = useSharedWords();
  const nameOf = usePermissionName();
  const missing = permissions.find((permission) => !can(permission));
  if (missing === undefined) return children;
  // Everyone lands here after signing in.
  if (path === '/') return <Redirect to={homeOf(can)} replace />;
  return (
    <Page title={errors.noPermission}>
      <p>{errors.noPermissionText(nameOf(missing))}</p>
    </Page>
  );
}

function NotFound() {
  const { errors } = useSharedWords();
  return (
    <Page title={errors.notFound}>
      <p>{errors.notFoundText}</p>
      <div>
        <LinkButton to="/">{errors.toOverview}</LinkButton>
      </div>
    </Page>
  );
}

/** Shows an error in place of a screen that has failed, so that the others still work. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const { errors } = useSharedWords();
  return (
    <Page title={errors.title}>
      <Notice
        tone="danger"
        title={errors.crashed}
        action={<Button onPress={() => location.reload()}>{errors.reload}</Button>}
      />
    </Page>
  );
}

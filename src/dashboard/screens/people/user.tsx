import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { useAction, useAnswer, useResource } from '../../api/use-resource';
import { Rights } from '../../app/rights';
import { useSession } from '../../app/session';
import {
  Button,
  Chip,
  ConfirmDialog,
  ErrorNotice,
  Facts,
  Load,
  Page,
  Panel,
  useTell,
} from '../../components';
import { config } from '../../config';
import { useFormats, useSharedWords, useWords } from '../../words';
import { rightsWords } from '../../words/rights';
import type { User } from './account';
import { ActiveSwitch } from './active-switch';
import { LinkDialog } from './link-dialog';
import { isSuperadmin, RolesPanel } from './roles-panel';
import { TenantsPanel } from './tenants-panel';
import { LinksPanel } from './user-links';
import { words } from './words';

/** One user: permissions, tenants and sign-in. */
export default function UserScreen() {
  const text = useWords(words);
  const { id = '' } = useParams();
  const answer = useAnswer('getUser', { params: { id } });
  const user = answer.data?.data;
  return (
    <Page
      title={user?.name ?? text.person}
      trail={<Link href="/people">{text.title}</Link>}
      status={user && !user.active && <Chip>{text.inactive}</Chip>}
    >
      <Load of={answer}>
        {({ data, etag }) => (
          <>
            <SignInPanel user={data} />
            {config.mode === 'local' && <LinksPanel user={data} />}
            <RolesPanel user={data} />
            {config.tenancy && <TenantsPanel user={data} etag={etag} />}
            <RightsPanel user={data} />
            <DeletePanel user={data} />
          </>
        )}
      </Load>
    </Page>
  );
}

const changed = ['getUser', 'listUsers', 'listUserLinks'] as const;

function SignInPanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const { states } = useSharedWords();
  const formats = useFormats();
  const { can, user: self } = useSession();
  const update = useAction('updateUser', changed);
  const reset = useAction('createResetLink', ['listUserLinks']);
  const tell = useTell();
  const [isAsking, setAsking] = useState(false);
  const isOther = user.id !== self.id;
  const mayUpdate = can('users:update') && isOther;
  return (
    <Panel title={text.signIn}>
      <div className="stack">
        <Facts
          items={[
            { name: text.email, value: user.email },
            {
              name: text.lastSignIn,
              value: user.lastLoginAt === null ? states.never : formats.dateTime(user.lastLoginAt),
            },
            { name: text.secondFactor, value: user.totpEnabled ? text.on : text.off },
            { name: text.created, value: formats.dateTime(user.createdAt) },
          ]}
        />
        {mayUpdate ? (
          <>
            <ActiveSwitch user={user} />
            <div className="row">
              {config.mode === 'local' && (
                <Button isPending={reset.isPending} onPress={() => reset.mutate({ params: { id: user.id } })}>
                  {text.resetLink}
                </Button>
              )}
              {user.totpEnabled && <Button onPress={() => setAsking(true)}>{text.switchOffTotp}</Button>}
            </div>
          </>
        ) : (
          !isOther && <Link href="/account">{text.toAccount}</Link>
        )}
        <ErrorNotice error={reset.error} />
      </div>
      <ConfirmDialog
        title={text.switchOffTotpAsk(user.name)}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          update.reset();
        }}
        action={text.switchOffTotp}
        isPending={update.isPending}
        error={update.error}
        onConfirm={() =>
          update.mutate(
            { params: { id: user.id }, body: { totpEnabled: false } },
            {
              onSuccess: () => {
                setAsking(false);
                tell(text.totpSwitchedOff(user.name));
              },
            },
          )
        }
      >
        {text.switchOffTotpText(user.name)}
      </ConfirmDialog>
      {reset.data !== undefined && (
        <LinkDialog title={text.resetTitle(user.name)} link={reset.data.data} onClose={() => reset.reset()} />
      )}
    </Panel>
  );
}

/** Says in words what the roles and tenants of a user come to. */
function RightsPanel({ user }: { readonly user: User }) {
  const text = useWords(rightsWords);
  const { can, tenants } = useSession();
  const roles = useResource('listRoles', undefined, { enabled: can('roles:read') });
  if (!can('roles:read')) return null;
  const nameOf = (id: string) => tenants.find((tenant) => tenant.id === id)?.name ?? id;
  return (
    <Panel title={text.titleOf(user.name)}>
      <Load of={roles}>
        {(list) => {
          const held = list.filter(({ id }) => user.roles.some((role) => role.id === id));
          const seesAll = user.tenantAccess === 'all' || held.some(isSuperadmin);
          return (
            <Rights
              permissions={held.flatMap(({ permissions }) => permissions)}
              tenants={seesAll ? null : user.allowedTenants.map(nameOf)}
            />
          );
        }}
      </Load>
    </Panel>
  );
}

function DeletePanel({ user }: { readonly user: User }) {
  const text = useWords(words);
  const { can, user: self } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [, go] = useLocation();
  const tell = useTell();
  const remove = useAction('deleteUser', ['listUsers']);
  if (!can('users:delete') || user.id === self.id) return null;
  const onDeleted = () => {
    tell(text.deleted(user.name));
    go('/people');
  };
  return (
    <Panel title={text.deleteTitle}>
      <div className="stack">
        <p>{text.deleteText}</p>
        <div className="row">
          <Button icon="trash" onPress={() => setAsking(true)}>
            {text.deleteAction}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={text.deleteAsk(user.name)}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          remove.reset();
        }}
        action={text.deleteAction}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ params: { id: user.id } }, { onSuccess: onDeleted })}
      >
        {text.deleteText}
      </ConfirmDialog>
    </Panel>
  );
}

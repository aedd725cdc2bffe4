import { furtherEntries, isShown, mainEntries, settingsEntries } from '../app/screens';
import { useSession } from '../app/session';
import type { IconName } from '../components';
import { config } from '../config';
import { useSharedWords, useWords } from '../words';
import type { Group, Option } from './group';
import { words } from './words';

/** Returns the screens that the user can open, and the actions and tenants that they have. */
export function useCommands(): readonly Group[] {
  const text = useWords(words);
  const { nav, shell } = useSharedWords();
  const { can, tenants, tenantId, chooseTenant, signOut } = useSession();
  const screens = [...mainEntries, ...settingsEntries, ...furtherEntries]
    .filter((entry) => isShown(entry, can))
    .map(({ to, label, icon }): Option => ({ id: `screen ${to}`, label: nav[label], icon, to }));
  const action = (isAllowed: boolean, label: string, icon: IconName, to: Option['to']): Option[] =>
    isAllowed ? [{ id: `action ${label}`, label, icon, to }] : [];
  const others = tenants.filter(({ id }) => id !== tenantId);
  return [
    {
      id: 'actions',
      title: text.actions,
      options: [
        ...action(can('profiles:read') && can('profiles:create'), text.newBanner, 'add', '/banners?new=1'),
        ...action(can('exports:read'), text.exportConsents, 'download', '/exports'),
        ...action(can('exports:read'), text.exportAudit, 'download', '/exports'),
        ...action(
          can('consents:update') && can('consents:read') && can('profiles:read'),
          text.importConsents,
          'upload',
          '/import',
        ),
        ...action(
          config.mode === 'local' && can('users:read') && can('users:create'),
          text.invite,
          'add',
          '/people?new=1',
        ),
        ...action(can('roles:read') && can('roles:create'), text.newRole, 'add', '/roles?new=1'),
        ...action(can('apikeys:read') && can('apikeys:create'), text.newKey, 'add', '/api-keys?new=1'),
        ...action(
          can('webhooks:read') && can('webhooks:create') && can('consents:read'),
          text.newWebhook,
          'add',
          '/webhooks?new=1',
        ),
        ...action(can('erasures:read'), text.retention, 'trash', '/erasures'),
        ...action(true, shell.signOut, 'external', () => signOut()),
      ],
    },
    { id: 'screens', title: text.screens, options: screens },
    {
      id: 'tenants',
      title: text.tenants,
      options: others.map(({ id, name }) => ({
        id: `tenant ${id}`,
        label: text.showTenant(name),
        icon: 'tenants',
        to: () => chooseTenant(id),
      })),
    },
  ];
}

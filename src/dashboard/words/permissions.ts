import type { Permission } from '../../kernel/permissions';
import { defineWords, useWords } from './words';

/** What each permission allows, as it follows "can". */
const permissionWords = defineWords<Readonly<Record<Permission, string>>>({
  en: {
    'profiles:read': 'see banners, their versions and findings',
    'profiles:create': 'create and duplicate banners',
    'profiles:update': 'change banners, restore versions, import translations',
    'profiles:delete': 'delete banners',
    'profiles:activate': 'publish banners and take them offline',
    'templates:read': 'see looks and cookie lists',
    'templates:create': 'create and duplicate looks and cookie lists',
    'templates:update': 'change looks and cookie lists',
    'templates:delete': 'delete looks and cookie lists',
    'consents:read': 'see consents and their history',
    'consents:update': 'change and erase consents, and import them',
    'consents:erase': 'erase visitors',
    'visitors:read': 'see visitors',
    'stats:read': 'see statistics',
    'audit:read': 'read and check the audit log',
    'exports:read': 'export consents, evidence, the audit log and translations',
    'users:read': 'see people',
    'users:create': 'invite people',
    'users:update': 'change people and their roles',
    'users:delete': 'delete people',
    'roles:read': 'see roles',
    'roles:create': 'create roles',
    'roles:update': 'change roles and their permissions',
    'roles:delete': 'delete roles',
    'apikeys:read': 'see API keys',
    'apikeys:create': 'create API keys and reactivate them',
    'apikeys:delete': 'revoke and delete API keys',
    'settings:read': 'see settings and the installation',
    'settings:update': 'change settings and publish starter banners',
    'tenants:read': 'see tenants',
    'tenants:create': 'create tenants',
    'tenants:update': 'change tenants',
    'tenants:delete': 'delete tenants',
    'registrations:read': 'see the TCF and GPP registrations',
    'registrations:confirm': 'confirm the TCF and GPP registrations',
  },
  de: {
    'profiles:read': 'Banner, ihre Versionen und Befunde sehen',
    'profiles:create': 'Banner anlegen und duplizieren',
    'profiles:update': 'Banner ändern, Versionen wiederherstellen, Übersetzungen importieren',
    'profiles:delete': 'Banner löschen',
    'profiles:activate': 'Banner veröffentlichen und zurückziehen',
    'templates:read': 'Aussehen und Cookie-Listen sehen',
    'templates:create': 'Aussehen und Cookie-Listen anlegen und duplizieren',
    'templates:update': 'Aussehen und Cookie-Listen ändern',
    'templates:delete': 'Aussehen und Cookie-Listen löschen',
    'consents:read': 'Einwilligungen und ihren Verlauf sehen',
    'consents:update': 'Einwilligungen ändern, löschen und importieren',
    'consents:erase': 'Besucher löschen',
    'visitors:read': 'Besucher sehen',
    'stats:read': 'Statistiken sehen',
    'audit:read': 'das Protokoll lesen und prüfen',
    'exports:read': 'Einwilligungen, Nachweise, Protokoll und Übersetzungen exportieren',
    'users:read': 'Personen sehen',
    'users:create': 'Personen einladen',
    'users:update': 'Personen und ihre Rollen ändern',
    'users:delete': 'Personen löschen',
    'roles:read': 'Rollen sehen',
    'roles:create': 'Rollen anlegen',
    'roles:update': 'Rollen und ihre Berechtigungen ändern',
    'roles:delete': 'Rollen löschen',
    'apikeys:read': 'API-Schlüssel sehen',
    'apikeys:create': 'API-Schlüssel erstellen und wieder freigeben',
    'apikeys:delete': 'API-Schlüssel sperren und löschen',
    'settings:read': 'Einstellungen und Installation sehen',
    'settings:update': 'Einstellungen ändern und erste Banner veröffentlichen',
    'tenants:read': 'Mandanten sehen',
    'tenants:create': 'Mandanten anlegen',
    'tenants:update': 'Mandanten ändern',
    'tenants:delete': 'Mandanten löschen',
    'registrations:read': 'die Registrierungen für TCF und GPP sehen',
    'registrations:confirm': 'die Registrierungen für TCF und GPP bestätigen',
  },
  fr: {
    'profiles:read': 'voir les bandeaux, leurs versions et leurs constats',
    'profiles:create': 'créer et dupliquer des bandeaux',
    'profiles:update': 'modifier les bandeaux, rétablir des versions, importer des traductions',
    'profiles:delete': 'supprimer des bandeaux',
    'profiles:activate': 'publier et retirer des bandeaux',
    'templates:read': 'voir les apparences et les listes de cookies',
    'templates:create': 'créer et dupliquer des apparences et des listes de cookies',
    'templates:update': 'modifier les apparences et les listes de cookies',
    'templates:delete': 'supprimer des apparences et des listes de cookies',
    'consents:read': 'voir les consentements et leur historique',
    'consents:update': 'modifier, effacer et importer des consentements',
    'consents:erase': 'effacer des visiteurs',
    'visitors:read': 'voir les visiteurs',
    'stats:read': 'voir les statistiques',
    'audit:read': 'lire et vérifier le journal d’audit',
    'exports:read': 'exporter les consentements, les preuves, le journal d’audit et les traductions',
    'users:read': 'voir les personnes',
    'users:create': 'inviter des personnes',
    'users:update': 'modifier les personnes et leurs rôles',
    'users:delete': 'supprimer des personnes',
    'roles:read': 'voir les rôles',
    'roles:create': 'créer des rôles',
    'roles:update': 'modifier les rôles et leurs droits',
    'roles:delete': 'supprimer des rôles',
    'apikeys:read': 'voir les clés d’API',
    'apikeys:create': 'créer et réactiver des clés d’API',
    'apikeys:delete': 'révoquer et supprimer des clés d’API',
    'settings:read': 'voir les réglages et l’installation',
    'settings:update': 'modifier les réglages et publier les premiers bandeaux',
    'tenants:read': 'voir les clients',
    'tenants:create': 'créer des clients',
    'tenants:update': 'modifier les clients',
    'tenants:delete': 'supprimer des clients',
    'registrations:read': 'voir les enregistrements TCF et GPP',
    'registrations:confirm': 'confirmer les enregistrements TCF et GPP',
  },
  es: {
    'profiles:read': 'ver los avisos, sus versiones y sus observaciones',
    'profiles:create': 'crear y duplicar avisos',
    'profiles:update': 'cambiar avisos, restaurar versiones, importar traducciones',
    'profiles:delete': 'eliminar avisos',
    'profiles:activate': 'publicar y retirar avisos',
    'templates:read': 'ver los aspectos y las listas de cookies',
    'templates:create': 'crear y duplicar aspectos y listas de cookies',
    'templates:update': 'cambiar aspectos y listas de cookies',
    'templates:delete': 'eliminar aspectos y listas de cookies',
    'consents:read': 'ver los consentimientos y su historial',
    'consents:update': 'cambiar, borrar e importar consentimientos',
    'consents:erase': 'borrar visitantes',
    'visitors:read': 'ver los visitantes',
    'stats:read': 'ver las estadísticas',
    'audit:read': 'leer y comprobar el registro de auditoría',
    'exports:read': 'exportar consentimientos, pruebas, el registro de auditoría y traducciones',
    'users:read': 'ver las personas',
    'users:create': 'invitar a personas',
    'users:update': 'cambiar las personas y sus roles',
    'users:delete': 'eliminar personas',
    'roles:read': 'ver los roles',
    'roles:create': 'crear roles',
    'roles:update': 'cambiar los roles y sus permisos',
    'roles:delete': 'eliminar roles',
    'apikeys:read': 'ver las claves de API',
    'apikeys:create': 'crear y reactivar claves de API',
    'apikeys:delete': 'revocar y eliminar claves de API',
    'settings:read': 'ver los ajustes y la instalación',
    'settings:update': 'cambiar los ajustes y publicar los primeros avisos',
    'tenants:read': 'ver los clientes',
    'tenants:create': 'crear clientes',
    'tenants:update': 'cambiar los clientes',
    'tenants:delete': 'eliminar clientes',
    'registrations:read': 'ver los registros de TCF y GPP',
    'registrations:confirm': 'confirmar los registros de TCF y GPP',
  },
});

/** What the built-in roles are for, by their name. Their English descriptions are for callers of the API. */
const builtInRoleWords = defineWords<Readonly<Record<string, string>>>({
  en: {
    superadmin: 'Everything, in all tenants',
    admin: 'Everything except managing tenants',
    editor: 'Banners, looks and cookie lists; can see consents, statistics and settings',
    viewer: 'Can see banners, consents, statistics and settings, and change nothing',
    auditor: 'Can see and export consents and the audit log',
  },
  de: {
    superadmin: 'Alles, in allen Mandanten',
    admin: 'Alles, außer Mandanten zu verwalten',
    editor: 'Banner, Aussehen und Cookie-Listen; sieht Einwilligungen, Statistiken und Einstellungen',
    viewer: 'Sieht Banner, Einwilligungen, Statistiken und Einstellungen und ändert nichts',
    auditor: 'Sieht und exportiert Einwilligungen und das Protokoll',
  },
  fr: {
    superadmin: 'Tout, chez tous les clients',
    admin: 'Tout, sauf la gestion des clients',
    editor: 'Bandeaux, apparences et listes de cookies ; voit consentements, statistiques et réglages',
    viewer: 'Voit bandeaux, consentements, statistiques et réglages, sans rien modifier',
    auditor: 'Voit et exporte les consentements et le journal d’audit',
  },
  es: {
    superadmin: 'Todo, en todos los clientes',
    admin: 'Todo, excepto la gestión de clientes',
    editor: 'Avisos, aspectos y listas de cookies; ve consentimientos, estadísticas y ajustes',
    viewer: 'Ve avisos, consentimientos, estadísticas y ajustes, sin cambiar nada',
    auditor: 'Ve y exporta los consentimientos y el registro de auditoría',
  },
});

const order = Object.keys(permissionWords.en);

/** Returns the place of a permission among all, which are grouped by what they are about. */
export const permissionOrder = (id: string): number => order.indexOf(id);

/** Returns what a permission allows, or its id where this version has no words for it. */
export function usePermissionName(): (id: string) => string {
  const text = useWords(permissionWords) as Readonly<Record<string, string>>;
  return (id) => text[id] ?? id;
}

interface DescribedRole {
  readonly name: string;
  readonly description: string | null;
  readonly builtIn: boolean;
}

/** Returns what a role is for: our words for a built-in one, the operators' own for others. */
export function useRoleDescription(): (role: DescribedRole) => string | null {
  const text = useWords(builtInRoleWords);
  return ({ name, description, builtIn }) => (builtIn ? text[name] : undefined) ?? description;
}

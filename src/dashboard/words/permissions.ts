import { permissionWords } from './permission-words';
import { defineWords, useWords } from './words';

/** Purpose of the built-in roles, by their name. Their English descriptions are for callers of the API. */
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

/** Names of the built-in roles, by their name in the API. */
const builtInRoleNames = defineWords<Readonly<Record<string, string>>>({
  en: { superadmin: 'Superadmin', admin: 'Admin', editor: 'Editor', viewer: 'Viewer', auditor: 'Auditor' },
  de: {
    superadmin: 'Superadmin',
    admin: 'Admin',
    editor: 'Redaktion',
    viewer: 'Lesezugriff',
    auditor: 'Revision',
  },
  fr: { superadmin: 'Superadmin', admin: 'Admin', editor: 'Édition', viewer: 'Lecture', auditor: 'Audit' },
  es: {
    superadmin: 'Superadministrador',
    admin: 'Administrador',
    editor: 'Edición',
    viewer: 'Lectura',
    auditor: 'Auditoría',
  },
});

/** Ids of all permissions, grouped by subject. */
export const allPermissions: readonly string[] = Object.keys(permissionWords.en);

/** Returns the position of a permission in the list, which is grouped by subject. */
export const permissionOrder = (id: string): number => allPermissions.indexOf(id);

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

/** Returns the purpose of a role: our words for a built-in one, the operators' own for others. */
export function useRoleDescription(): (role: DescribedRole) => string | null {
  const text = useWords(builtInRoleWords);
  return ({ name, description, builtIn }) => (builtIn ? text[name] : undefined) ?? description;
}

/** Returns the name of a role: our word for a built-in one, the operators' own for others. */
export function useRoleName(): (role: Pick<DescribedRole, 'name'>) => string {
  const text = useWords(builtInRoleNames);
  return ({ name }) => (Object.hasOwn(text, name) ? text[name] : undefined) ?? name;
}

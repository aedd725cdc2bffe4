import { defineWords } from './words';

/** Areas of the dashboard, by the resources of their permissions, in the order in which they are shown. */
export const areas = {
  banners: ['profiles', 'templates'],
  consents: ['consents', 'visitors', 'erasures'],
  statistics: ['stats'],
  records: ['audit', 'exports'],
  people: ['users', 'roles'],
  connections: ['apikeys', 'webhooks'],
  settings: ['settings', 'registrations'],
  tenants: ['tenants'],
} as const;

export type Area = keyof typeof areas;

/** Returns the area of a permission; undefined for one of a newer version. */
export function areaOf(id: string): Area | undefined {
  const resource = id.split(':')[0] ?? '';
  return (Object.keys(areas) as Area[]).find((area) => (areas[area] as readonly string[]).includes(resource));
}

/** Sentences about what somebody may do. A list has the words of `permissionWords`, joined by semicolons. */
export const rightsWords = defineWords({
  en: {
    areas: {
      banners: 'Banners',
      consents: 'Consents and visitors',
      statistics: 'Statistics',
      records: 'Audit log, exports and erasures',
      people: 'People and roles',
      connections: 'API keys and webhooks',
      settings: 'Settings',
      tenants: 'Tenants',
    } as Readonly<Record<Area, string>>,
    may: (list: string) => `May ${list}.`,
    mayNot: (list: string) => `May not ${list}.`,
    nothing: 'May do nothing.',
    everywhere: 'In every tenant:',
    within: (tenants: string) => `In ${tenants}:`,
    nowhere: 'Has access to no tenant, and so may do none of this:',
    titleOf: (name: string) => `What ${name} may do`,
    title: 'What you may do',
    summary: 'In words',
  },
  de: {
    areas: {
      banners: 'Banner',
      consents: 'Einwilligungen und Besucher',
      statistics: 'Statistiken',
      records: 'Protokoll, Exporte und Löschungen',
      people: 'Personen und Rollen',
      connections: 'API-Schlüssel und Webhooks',
      settings: 'Einstellungen',
      tenants: 'Mandanten',
    },
    may: (list) => `Darf ${list}.`,
    mayNot: (list) => `Darf nicht: ${list}.`,
    nothing: 'Darf nichts.',
    everywhere: 'Bei allen Mandanten:',
    within: (tenants) => `Bei ${tenants}:`,
    nowhere: 'Hat auf keinen Mandanten Zugriff und darf daher nichts davon:',
    titleOf: (name) => `Was ${name} darf`,
    title: 'Was Sie dürfen',
    summary: 'In Worten',
  },
  fr: {
    areas: {
      banners: 'Bandeaux',
      consents: 'Consentements et visiteurs',
      statistics: 'Statistiques',
      records: 'Journal d’audit, exports et effacements',
      people: 'Personnes et rôles',
      connections: 'Clés API et webhooks',
      settings: 'Réglages',
      tenants: 'Clients',
    },
    may: (list) => `Peut ${list}.`,
    mayNot: (list) => `Ne peut pas ${list}.`,
    nothing: 'Ne peut rien faire.',
    everywhere: 'Chez tous les clients :',
    within: (tenants) => `Chez ${tenants} :`,
    nowhere: 'N’a accès à aucun client, et ne peut donc rien faire de cela :',
    titleOf: (name) => `Ce que peut faire ${name}`,
    title: 'Ce que vous pouvez faire',
    summary: 'En toutes lettres',
  },
  es: {
    areas: {
      banners: 'Avisos',
      consents: 'Consentimientos y visitantes',
      statistics: 'Estadísticas',
      records: 'Registro de auditoría, exportaciones y supresiones',
      people: 'Personas y roles',
      connections: 'Claves de API y webhooks',
      settings: 'Ajustes',
      tenants: 'Clientes',
    },
    may: (list) => `Puede ${list}.`,
    mayNot: (list) => `No puede ${list}.`,
    nothing: 'No puede hacer nada.',
    everywhere: 'En todos los clientes:',
    within: (tenants) => `En ${tenants}:`,
    nowhere: 'No tiene acceso a ningún cliente, así que no puede hacer nada de esto:',
    titleOf: (name) => `Lo que puede hacer ${name}`,
    title: 'Lo que usted puede hacer',
    summary: 'En palabras',
  },
});

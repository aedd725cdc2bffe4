import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    title: 'Banners',
    intro:
      'Each compliance group has at most one live banner. Visitors get the one of the strictest group that applies to them.',
    name: 'Banner',
    group: 'Group',
    status: 'Status',
    languages: 'Languages',
    updated: 'Changed',
    preview: 'Preview',
    previewOf: (name: string) => `Preview of “${name}”`,
    missing: (locale: string, count: number) => `${locale} (${count} missing)`,
    empty: 'There is no banner yet',
    emptyText: 'Create one from our texts, or begin with an empty one.',
  },
  de: {
    title: 'Banner',
    intro:
      'Jede Gruppe hat höchstens ein aktives Banner. Besucher erhalten das der strengsten Gruppe, die für sie gilt.',
    name: 'Banner',
    group: 'Gruppe',
    status: 'Status',
    languages: 'Sprachen',
    updated: 'Geändert',
    preview: 'Vorschau',
    previewOf: (name) => `Vorschau von „${name}“`,
    missing: (locale, count) => `${locale} (${count} fehlen)`,
    empty: 'Es gibt noch kein Banner',
    emptyText: 'Erstellen Sie eines aus unseren Texten, oder beginnen Sie mit einem leeren.',
  },
  fr: {
    title: 'Bandeaux',
    intro:
      'Chaque groupe a au plus un bandeau en ligne. Les visiteurs reçoivent celui du groupe le plus strict qui s’applique à eux.',
    name: 'Bandeau',
    group: 'Groupe',
    status: 'État',
    languages: 'Langues',
    updated: 'Modifié',
    preview: 'Aperçu',
    previewOf: (name) => `Aperçu de « ${name} »`,
    missing: (locale, count) => `${locale} (${count} manquants)`,
    empty: 'Il n’y a pas encore de bandeau',
    emptyText: 'Créez-en un à partir de nos textes, ou commencez par un bandeau vide.',
  },
  es: {
    title: 'Avisos',
    intro:
      'Cada grupo tiene como máximo un aviso publicado. Los visitantes reciben el del grupo más estricto que les corresponde.',
    name: 'Aviso',
    group: 'Grupo',
    status: 'Estado',
    languages: 'Idiomas',
    updated: 'Cambiado',
    preview: 'Vista previa',
    previewOf: (name) => `Vista previa de «${name}»`,
    missing: (locale, count) => `${locale} (faltan ${count})`,
    empty: 'Todavía no hay ningún aviso',
    emptyText: 'Cree uno con nuestros textos o empiece con uno vacío.',
  },
});

import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    title: 'Translations',
    intro:
      'How much of each banner visitors can read in their language: texts that are translated, up to date and checked.',
    empty: 'There are no banners yet.',
    noMatch: 'No banner matches',
    banner: 'Banner',
    language: 'Language',
    openOnly: 'Only unfinished banners',
    source: 'Source',
    missing: (count: string) => `${count} missing`,
    outdated: (count: string) => `${count} outdated`,
    machine: (count: string) => `${count} by a machine`,
    unchecked: (count: string) => `${count} to check`,
  },
  de: {
    title: 'Übersetzungen',
    intro:
      'Wie viel von jedem Banner Besucher in ihrer Sprache lesen können: Texte, die übersetzt, aktuell und geprüft sind.',
    empty: 'Es gibt noch keine Banner.',
    noMatch: 'Kein Banner passt',
    banner: 'Banner',
    language: 'Sprache',
    openOnly: 'Nur unfertige Banner',
    source: 'Vorlage',
    missing: (count) => `${count} ${count === '1' ? 'fehlt' : 'fehlen'}`,
    outdated: (count) => `${count} veraltet`,
    machine: (count) => `${count} maschinell`,
    unchecked: (count) => `${count} zu prüfen`,
  },
  fr: {
    title: 'Traductions',
    intro:
      'Ce que les visiteurs peuvent lire de chaque bandeau dans leur langue : les textes traduits, à jour et vérifiés.',
    empty: 'Il n’y a pas encore de bandeau.',
    noMatch: 'Aucun bandeau ne correspond',
    banner: 'Bandeau',
    language: 'Langue',
    openOnly: 'Bandeaux inachevés seulement',
    source: 'Source',
    missing: (count) => `${count} ${count === '1' ? 'manquant' : 'manquants'}`,
    outdated: (count) => `${count} ${count === '1' ? 'périmé' : 'périmés'}`,
    machine: (count) => `${count} par une machine`,
    unchecked: (count) => `${count} à vérifier`,
  },
  es: {
    title: 'Traducciones',
    intro:
      'Cuánto de cada aviso pueden leer los visitantes en su idioma: textos traducidos, actuales y revisados.',
    empty: 'Todavía no hay avisos.',
    noMatch: 'Ningún aviso coincide',
    banner: 'Aviso',
    language: 'Idioma',
    openOnly: 'Solo avisos incompletos',
    source: 'Original',
    missing: (count) => `${count} sin traducir`,
    outdated: (count) => `${count} ${count === '1' ? 'anticuado' : 'anticuados'}`,
    machine: (count) => `${count} de una máquina`,
    unchecked: (count) => `${count} por revisar`,
  },
});

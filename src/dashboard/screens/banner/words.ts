import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    preview: 'Preview',
    tabs: {
      texts: 'Texts',
      look: 'Look',
      cookies: 'Cookies',
      behaviour: 'Behaviour',
      variants: 'Variants',
      versions: 'Versions',
    },
    save: 'Save version',
    saved: (version: number) => `Version ${version} is saved. Visitors do not see it yet.`,
    review: 'Review and publish',
  },
  de: {
    preview: 'Vorschau',
    tabs: {
      texts: 'Texte',
      look: 'Aussehen',
      cookies: 'Cookies',
      behaviour: 'Verhalten',
      variants: 'Varianten',
      versions: 'Versionen',
    },
    save: 'Version speichern',
    saved: (version) => `Version ${version} ist gespeichert. Besucher sehen sie noch nicht.`,
    review: 'Prüfen und veröffentlichen',
  },
  fr: {
    preview: 'Aperçu',
    tabs: {
      texts: 'Textes',
      look: 'Apparence',
      cookies: 'Cookies',
      behaviour: 'Comportement',
      variants: 'Variantes',
      versions: 'Versions',
    },
    save: 'Enregistrer une version',
    saved: (version) => `La version ${version} est enregistrée. Les visiteurs ne la voient pas encore.`,
    review: 'Vérifier et publier',
  },
  es: {
    preview: 'Vista previa',
    tabs: {
      texts: 'Textos',
      look: 'Aspecto',
      cookies: 'Cookies',
      behaviour: 'Comportamiento',
      variants: 'Variantes',
      versions: 'Versiones',
    },
    save: 'Guardar versión',
    saved: (version) => `La versión ${version} está guardada. Los visitantes todavía no la ven.`,
    review: 'Revisar y publicar',
  },
});

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
    leave: 'Leave with unsaved edits?',
    leaveText:
      'They stay in this browser until you come back, save or discard them. Visitors do not see them.',
    leaveLosing: 'This browser could not keep them: they will be lost.',
    leaveAction: 'Leave',
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
    leave: 'Mit nicht gespeicherten Änderungen verlassen?',
    leaveText:
      'Sie bleiben in diesem Browser, bis Sie zurückkommen und sie speichern oder verwerfen. Besucher sehen sie nicht.',
    leaveLosing: 'Dieser Browser konnte sie nicht aufbewahren: Sie gehen verloren.',
    leaveAction: 'Verlassen',
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
    leave: 'Quitter avec des modifications non enregistrées ?',
    leaveText:
      'Elles restent dans ce navigateur jusqu’à ce que vous reveniez les enregistrer ou les abandonner. Les visiteurs ne les voient pas.',
    leaveLosing: 'Ce navigateur n’a pas pu les conserver : elles seront perdues.',
    leaveAction: 'Quitter',
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
    leave: '¿Salir con cambios sin guardar?',
    leaveText:
      'Permanecen en este navegador hasta que vuelva y los guarde o los descarte. Los visitantes no los ven.',
    leaveLosing: 'Este navegador no ha podido conservarlos: se perderán.',
    leaveAction: 'Salir',
    review: 'Revisar y publicar',
  },
});

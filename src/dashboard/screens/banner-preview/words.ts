import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    title: 'Preview',
    intro: 'What visitors would see. What you decide here is not recorded.',
    introOf: (version: number) =>
      `What visitors would see of version ${version}. What you decide here is not recorded.`,
  },
  de: {
    title: 'Vorschau',
    intro: 'So sehen es Besucher. Was Sie hier wählen, wird nicht gespeichert.',
    introOf: (version) =>
      `So sehen Besucher die Version ${version}. Was Sie hier wählen, wird nicht gespeichert.`,
  },
  fr: {
    title: 'Aperçu',
    intro: 'Ce que verraient les visiteurs. Vos choix ici ne sont pas enregistrés.',
    introOf: (version) =>
      `Ce que verraient les visiteurs de la version ${version}. Vos choix ici ne sont pas enregistrés.`,
  },
  es: {
    title: 'Vista previa',
    intro: 'Lo que verían los visitantes. Lo que usted elija aquí no se guarda.',
    introOf: (version) =>
      `Lo que verían los visitantes de la versión ${version}. Lo que usted elija aquí no se guarda.`,
  },
});

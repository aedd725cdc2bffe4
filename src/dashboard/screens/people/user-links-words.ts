import { defineWords } from '../../words';

export const words = defineWords({
  en: {
    title: 'Open links',
    intro: 'Anyone with one of these links can choose the password of this account.',
    purpose: 'For',
    purposes: { invitation: 'First password', reset: 'New password' },
    createdBy: 'Created by',
    validUntil: 'Valid until',
    revoke: 'Revoke',
    revoked: 'The link is revoked.',
  },
  de: {
    title: 'Offene Links',
    intro: 'Wer einen dieser Links hat, kann das Passwort dieses Kontos wählen.',
    purpose: 'Für',
    purposes: { invitation: 'Erstes Passwort', reset: 'Neues Passwort' },
    createdBy: 'Erstellt von',
    validUntil: 'Gültig bis',
    revoke: 'Widerrufen',
    revoked: 'Der Link ist widerrufen.',
  },
  fr: {
    title: 'Liens ouverts',
    intro: 'Toute personne qui possède l’un de ces liens peut choisir le mot de passe de ce compte.',
    purpose: 'Pour',
    purposes: { invitation: 'Premier mot de passe', reset: 'Nouveau mot de passe' },
    createdBy: 'Créé par',
    validUntil: 'Valable jusqu’au',
    revoke: 'Révoquer',
    revoked: 'Le lien est révoqué.',
  },
  es: {
    title: 'Enlaces abiertos',
    intro: 'Quien tenga uno de estos enlaces puede elegir la contraseña de esta cuenta.',
    purpose: 'Para',
    purposes: { invitation: 'Primera contraseña', reset: 'Contraseña nueva' },
    createdBy: 'Creado por',
    validUntil: 'Válido hasta',
    revoke: 'Revocar',
    revoked: 'El enlace está revocado.',
  },
});

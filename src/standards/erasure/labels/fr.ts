import type { ErasureLabels } from './erasure-label-types';

export const fr: ErasureLabels = {
  locale: 'fr',
  title: 'Attestation d’effacement',
  leads: {
    visitor:
      'Cette attestation confirme que les données de consentement d’un visiteur ont été effacées le {date}.',
    subject:
      'Cette attestation confirme que les données de consentement d’une personne ont été effacées le {date} sur tous les appareils reliés.',
    incomplete:
      'L’effacement des données de consentement d’une personne, le {date}, a été interrompu et n’est pas complet. Seules les données des visiteurs comptés dans cette attestation ont été effacées.',
  },
  sections: {
    erased: 'Ce qui a été effacé',
    request: 'Qui l’a demandé',
    kept: 'Ce qui est conservé, et pourquoi',
    visitors: 'Les visiteurs',
    verify: 'Comment vérifier cette attestation',
  },
  fields: {
    number: 'Numéro',
    code: 'Code',
    erasedAt: 'Effacé le',
    askedBy: 'Effacé par',
    operator: 'Opérateur',
    reason: 'Motif',
    visitors: 'Visiteurs',
    records: 'Consentements',
    states: 'États de leur historique',
    parentalRequests: 'Demandes aux parents',
    person: 'Empreinte de la personne',
    basis: 'Base juridique',
    address: 'Adresse',
    visitor: 'Empreinte de l’identifiant du visiteur',
    auditEntry: 'Entrée du journal d’audit',
  },
  by: {
    visitor: 'Le visiteur',
    unproven: 'Le visiteur (sans preuve)',
    apiKey: 'Un serveur du site',
    operator: 'Un opérateur du site',
  },
  kept: {
    auditLog:
      'Le journal d’audit garde la date et l’auteur de l’effacement, avec une empreinte à clé au lieu de l’identifiant.',
    certificate:
      'Cette attestation est conservée pour une durée limitée, afin de pouvoir être délivrée à nouveau.',
  },
  statistics: 'Les statistiques ne contiennent que des nombres, qui ne désignent personne.',
  backups: 'Les copies dans les sauvegardes disparaissent quand celles-ci sont remplacées.',
  hashes:
    'Les empreintes remplacent les identifiants. Sans l’identifiant et un secret du site, personne ne peut dire à qui elles appartiennent.',
  verify:
    'Le site confirme le numéro et le code, et les compare à son journal d’audit. L’adresse ci-dessous donne l’attestation telle qu’elle a été délivrée.',
  more: '{count} de plus dans l’attestation lisible par machine',
  issued: 'Délivrée le {date}',
  page: 'Page {page} sur {pages}',
};

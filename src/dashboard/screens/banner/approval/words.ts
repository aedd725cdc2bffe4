import { defineWords } from '../../../words';

export const approvalWords = defineWords({
  en: {
    needed: 'A second person must approve this',
    neededHelp: 'Visitors get exactly this version once somebody else has approved it.',
    ask: 'Ask for approval',
    asked: (version: number) => `Version ${version} is waiting for approval.`,
    noteHelp: 'Why you want to publish this, for whoever approves it. Visitors never see it.',
    emergency: 'Publish without approval, in an emergency',
    emergencyHelp: 'Only superadmins can do this. The log names you and the reason.',
    emergencyReason: 'Why it cannot wait',
    waits: (version: number, by: string | null, when: string) =>
      by === null
        ? `Somebody asked to publish version ${version}, ${when}`
        : `${by} asked to publish version ${version}, ${when}`,
    isVoid: (current: number) =>
      `Version ${current} was saved since, so this can no longer be approved. Review the new version and ask again.`,
    own: 'You asked for it or saved this version, so somebody else must approve it.',
    withdraw: 'Take the request back',
    withdrawn: 'The request is taken back.',
    review: 'Review',
    reviewOf: (name: string, version: number) => `Publish version ${version} of “${name}”?`,
    approve: (version: number) => `Approve and publish v${version}`,
    decline: 'Decline …',
    declineNow: 'Decline',
    declined: 'The request is declined. Nothing was published.',
    declineReason: 'Why you decline',
    declineReasonHelp: 'For the person who asked, and the log.',
    askedBy: 'Asked by',
    savedBy: 'Saved by',
    service: 'The service',
    asSaved: 'As the versions were saved',
  },
  de: {
    needed: 'Eine zweite Person muss dies freigeben',
    neededHelp: 'Besucher bekommen genau diese Version, sobald jemand anders sie freigegeben hat.',
    ask: 'Freigabe anfragen',
    asked: (version) => `Version ${version} wartet auf Freigabe.`,
    noteHelp:
      'Warum Sie dies veröffentlichen möchten, für die Person, die es freigibt. Besucher sehen sie nie.',
    emergency: 'Im Notfall ohne Freigabe veröffentlichen',
    emergencyHelp: 'Das kann nur ein Superadmin. Das Protokoll nennt Sie und den Grund.',
    emergencyReason: 'Warum es nicht warten kann',
    waits: (version, by, when) =>
      by === null
        ? `Jemand möchte Version ${version} veröffentlichen, ${when}`
        : `${by} möchte Version ${version} veröffentlichen, ${when}`,
    isVoid: (current) =>
      `Inzwischen wurde Version ${current} gespeichert, daher ist keine Freigabe mehr möglich. Prüfen Sie die neue Version und fragen Sie erneut an.`,
    own: 'Sie haben angefragt oder diese Version gespeichert, daher muss jemand anders sie freigeben.',
    withdraw: 'Anfrage zurücknehmen',
    withdrawn: 'Die Anfrage ist zurückgenommen.',
    review: 'Prüfen',
    reviewOf: (name, version) => `Version ${version} von „${name}“ veröffentlichen?`,
    approve: (version) => `v${version} freigeben und veröffentlichen`,
    decline: 'Ablehnen …',
    declineNow: 'Ablehnen',
    declined: 'Die Anfrage ist abgelehnt. Es wurde nichts veröffentlicht.',
    declineReason: 'Warum Sie ablehnen',
    declineReasonHelp: 'Für die anfragende Person und das Protokoll.',
    askedBy: 'Angefragt von',
    savedBy: 'Gespeichert von',
    service: 'Der Dienst',
    asSaved: 'Wie die Versionen gespeichert wurden',
  },
  fr: {
    needed: 'Une deuxième personne doit approuver',
    neededHelp: 'Les visiteurs reçoivent exactement cette version dès qu’une autre personne l’a approuvée.',
    ask: 'Demander l’approbation',
    asked: (version) => `La version ${version} attend une approbation.`,
    noteHelp:
      'Pourquoi vous voulez publier, pour la personne qui approuve. Les visiteurs ne la voient jamais.',
    emergency: 'Publier sans approbation, en urgence',
    emergencyHelp: 'Seul un superadmin le peut. Le journal indique votre nom et la raison.',
    emergencyReason: 'Pourquoi cela ne peut pas attendre',
    waits: (version, by, when) =>
      by === null
        ? `Quelqu’un demande à publier la version ${version}, ${when}`
        : `${by} demande à publier la version ${version}, ${when}`,
    isVoid: (current) =>
      `La version ${current} a été enregistrée depuis : l’approbation n’est plus possible. Vérifiez la nouvelle version et refaites la demande.`,
    own: 'Vous avez fait la demande ou enregistré cette version : une autre personne doit l’approuver.',
    withdraw: 'Retirer la demande',
    withdrawn: 'La demande est retirée.',
    review: 'Vérifier',
    reviewOf: (name, version) => `Publier la version ${version} de « ${name} » ?`,
    approve: (version) => `Approuver et publier la v${version}`,
    decline: 'Refuser …',
    declineNow: 'Refuser',
    declined: 'La demande est refusée. Rien n’a été publié.',
    declineReason: 'Pourquoi vous refusez',
    declineReasonHelp: 'Pour la personne qui a fait la demande, et le journal.',
    askedBy: 'Demandé par',
    savedBy: 'Enregistré par',
    service: 'Le service',
    asSaved: 'Comme les versions ont été enregistrées',
  },
  es: {
    needed: 'Una segunda persona debe aprobarlo',
    neededHelp: 'Los visitantes reciben exactamente esta versión cuando otra persona la haya aprobado.',
    ask: 'Pedir aprobación',
    asked: (version) => `La versión ${version} espera aprobación.`,
    noteHelp: 'Por qué quiere publicarlo, para quien lo apruebe. Los visitantes nunca la ven.',
    emergency: 'Publicar sin aprobación, en una emergencia',
    emergencyHelp: 'Solo puede hacerlo un superadministrador. El registro indica su nombre y el motivo.',
    emergencyReason: 'Por qué no puede esperar',
    waits: (version, by, when) =>
      by === null
        ? `Alguien pide publicar la versión ${version}, ${when}`
        : `${by} pide publicar la versión ${version}, ${when}`,
    isVoid: (current) =>
      `Desde entonces se guardó la versión ${current}, así que ya no se puede aprobar. Revise la versión nueva y pídalo otra vez.`,
    own: 'Usted lo pidió o guardó esta versión, así que otra persona debe aprobarla.',
    withdraw: 'Retirar la petición',
    withdrawn: 'La petición se ha retirado.',
    review: 'Revisar',
    reviewOf: (name, version) => `¿Publicar la versión ${version} de «${name}»?`,
    approve: (version) => `Aprobar y publicar la v${version}`,
    decline: 'Rechazar …',
    declineNow: 'Rechazar',
    declined: 'La petición se ha rechazado. No se ha publicado nada.',
    declineReason: 'Por qué lo rechaza',
    declineReasonHelp: 'Para quien lo pidió, y para el registro.',
    askedBy: 'Pedido por',
    savedBy: 'Guardado por',
    service: 'El servicio',
    asSaved: 'Como se guardaron las versiones',
  },
});

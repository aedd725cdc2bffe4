import { defineWords } from '../../words';

type Checks = Readonly<Record<string, string>>;

export const words = defineWords({
  en: {
    approval: 'Approval before publishing',
    approvalSwitch: 'A second person approves each publication',
    approvalHelp:
      'Whoever saved the version or asked for its publication cannot approve it. Banners can still be taken offline at once.',
    approvalEnd: 'Only a superadmin can switch this off.',
    sample: 'Banners that are counted',
    sampleText:
      'A banner is counted when a visitor sees it, so that the overview shows who left without an answer. Only sums are kept: nothing about the visitor, and nothing is stored on the device.',
    counted: 'Counted',
    samples: { 1: 'Every banner', 10: 'One in 10', 100: 'One in 100', 0: 'None' },
    title: 'Sites and rules',
    allowedOrigins: {
      title: 'Sites that may send decisions',
      intro:
        'Decisions from other sites are refused. A banner can have its own list, which replaces this one.',
      empty: 'The list is empty: every site may send decisions.',
    },
    adminAllowedOrigins: {
      title: 'Sites that may use the admin API',
      intro: 'Needed only if this dashboard, or a tool of your own, runs on another site than the service.',
      empty:
        'The list is empty: every site may use it with a valid token. Your sign-in here works only on this site.',
    },
    whoAsked: 'Which sites asked for a banner?',
    origins: 'Sites',
    originsHelp: 'One per line: https://shop.example, or https://*.shop.example for all its subdomains.',
    lockoutTitle: 'This locks you out',
    lockout: 'The page that you are using is not on this list. Once you save, you can no longer use it.',
    lockoutAction: 'Save it anyway',
    readiness: 'The installation',
    check: 'Part',
    state: 'State',
    ok: 'Ready',
    open: 'To do',
    checks: {
      masterSecret: 'Master secret',
      dataSigningHash: 'Signing of records',
      database: 'Database',
      storage: 'Storage',
      adminUser: 'First operator',
      spreadsheets: 'Excel exports',
      geo: 'Where visitors are',
      tcf: 'TCF',
      gpp: 'GPP',
      receipts: 'Receipts',
      plugins: 'Plugins',
    } as Checks,
  },
  de: {
    approval: 'Freigabe vor dem Veröffentlichen',
    approvalSwitch: 'Eine zweite Person gibt jede Veröffentlichung frei',
    approvalHelp:
      'Wer die Version gespeichert oder um die Freigabe gebeten hat, kann sie nicht selbst freigeben. Zurückziehen lässt sich ein Banner weiterhin sofort.',
    approvalEnd: 'Ausschalten kann dies nur ein Superadmin.',
    sample: 'Gezählte Banner',
    sampleText:
      'Ein Banner wird gezählt, wenn ein Besucher es sieht. So zeigt die Übersicht, wie viele ohne Antwort gehen. Gespeichert werden nur Summen: nichts über den Besucher und nichts auf seinem Gerät.',
    counted: 'Gezählt',
    samples: { 1: 'Jedes Banner', 10: 'Eines von 10', 100: 'Eines von 100', 0: 'Keines' },
    title: 'Websites und Regeln',
    allowedOrigins: {
      title: 'Websites, die Entscheidungen senden dürfen',
      intro:
        'Entscheidungen von anderen Websites werden abgewiesen. Ein Banner kann eine eigene Liste haben, die diese ersetzt.',
      empty: 'Die Liste ist leer: Jede Website darf Entscheidungen senden.',
    },
    adminAllowedOrigins: {
      title: 'Websites, die die Admin-API benutzen dürfen',
      intro:
        'Nur nötig, wenn dieses Dashboard oder ein eigenes Werkzeug auf einer anderen Website läuft als der Dienst.',
      empty:
        'Die Liste ist leer: Jede Website darf sie mit einem gültigen Token benutzen. Ihre Anmeldung hier gilt nur auf dieser Website.',
    },
    whoAsked: 'Welche Websites haben nach einem Banner gefragt?',
    origins: 'Websites',
    originsHelp: 'Eine je Zeile: https://shop.example, oder https://*.shop.example für alle ihre Subdomains.',
    lockoutTitle: 'Damit sperren Sie sich aus',
    lockout:
      'Die Seite, die Sie gerade benutzen, steht nicht auf dieser Liste. Nach dem Speichern können Sie sie nicht mehr benutzen.',
    lockoutAction: 'Trotzdem speichern',
    readiness: 'Die Installation',
    check: 'Teil',
    state: 'Zustand',
    ok: 'Bereit',
    open: 'Zu tun',
    checks: {
      masterSecret: 'Hauptgeheimnis',
      dataSigningHash: 'Signatur der Einträge',
      database: 'Datenbank',
      storage: 'Speicher',
      adminUser: 'Erstes Konto',
      spreadsheets: 'Excel-Exporte',
      geo: 'Ort der Besucher',
      tcf: 'TCF',
      gpp: 'GPP',
      receipts: 'Belege',
      plugins: 'Plugins',
    },
  },
  fr: {
    approval: 'Approbation avant publication',
    approvalSwitch: 'Une deuxième personne approuve chaque publication',
    approvalHelp:
      'Ni la personne qui a enregistré la version ni celle qui fait la demande ne peut l’approuver. Un bandeau peut toujours être retiré aussitôt.',
    approvalEnd: 'Seul un superadmin peut désactiver cette règle.',
    sample: 'Bandeaux comptés',
    sampleText:
      'Un bandeau est compté quand un visiteur le voit : la vue d’ensemble montre ainsi combien partent sans répondre. Seules des sommes sont conservées : rien sur le visiteur, et rien sur son appareil.',
    counted: 'Comptés',
    samples: { 1: 'Chaque bandeau', 10: 'Un sur 10', 100: 'Un sur 100', 0: 'Aucun' },
    title: 'Sites et règles',
    allowedOrigins: {
      title: 'Sites qui peuvent envoyer des décisions',
      intro:
        'Les décisions d’autres sites sont refusées. Un bandeau peut avoir sa propre liste, qui remplace celle-ci.',
      empty: 'La liste est vide : tout site peut envoyer des décisions.',
    },
    adminAllowedOrigins: {
      title: 'Sites qui peuvent utiliser l’API d’administration',
      intro:
        'Nécessaire seulement si ce tableau de bord, ou votre propre outil, se trouve sur un autre site que le service.',
      empty:
        'La liste est vide : tout site peut l’utiliser avec un jeton valide. Votre connexion ici ne vaut que sur ce site.',
    },
    whoAsked: 'Quels sites ont demandé un bandeau ?',
    origins: 'Sites',
    originsHelp:
      'Un par ligne : https://shop.example, ou https://*.shop.example pour tous ses sous-domaines.',
    lockoutTitle: 'Vous allez vous exclure',
    lockout:
      'La page que vous utilisez n’est pas dans cette liste. Après l’enregistrement, vous ne pourrez plus l’utiliser.',
    lockoutAction: 'Enregistrer quand même',
    readiness: 'L’installation',
    check: 'Élément',
    state: 'État',
    ok: 'Prêt',
    open: 'À faire',
    checks: {
      masterSecret: 'Secret principal',
      dataSigningHash: 'Signature des enregistrements',
      database: 'Base de données',
      storage: 'Stockage',
      adminUser: 'Premier compte',
      spreadsheets: 'Exports Excel',
      geo: 'Lieu des visiteurs',
      tcf: 'TCF',
      gpp: 'GPP',
      receipts: 'Reçus',
      plugins: 'Extensions',
    },
  },
  es: {
    approval: 'Aprobación antes de publicar',
    approvalSwitch: 'Una segunda persona aprueba cada publicación',
    approvalHelp:
      'No puede aprobar ni quien guardó la versión ni quien lo pide. Un aviso se puede retirar siempre al momento.',
    approvalEnd: 'Solo un superadministrador puede desactivarlo.',
    sample: 'Avisos que se cuentan',
    sampleText:
      'Un aviso se cuenta cuando un visitante lo ve: así el resumen muestra cuántos se van sin responder. Solo se guardan sumas: nada sobre el visitante ni en su dispositivo.',
    counted: 'Se cuentan',
    samples: { 1: 'Todos', 10: 'Uno de cada 10', 100: 'Uno de cada 100', 0: 'Ninguno' },
    title: 'Sitios y reglas',
    allowedOrigins: {
      title: 'Sitios que pueden enviar decisiones',
      intro:
        'Las decisiones de otros sitios se rechazan. Un aviso puede tener su propia lista, que sustituye a esta.',
      empty: 'La lista está vacía: cualquier sitio puede enviar decisiones.',
    },
    adminAllowedOrigins: {
      title: 'Sitios que pueden usar la API de administración',
      intro:
        'Solo hace falta si este panel, o una herramienta propia, está en un sitio distinto del servicio.',
      empty:
        'La lista está vacía: cualquier sitio puede usarla con un token válido. Su sesión aquí solo vale en este sitio.',
    },
    whoAsked: '¿Qué sitios han pedido un aviso?',
    origins: 'Sitios',
    originsHelp: 'Uno por línea: https://shop.example, o https://*.shop.example para todos sus subdominios.',
    lockoutTitle: 'Va a quedarse fuera',
    lockout: 'La página que está usando no figura en esta lista. Después de guardar, ya no podrá usarla.',
    lockoutAction: 'Guardar de todos modos',
    readiness: 'La instalación',
    check: 'Parte',
    state: 'Estado',
    ok: 'Listo',
    open: 'Pendiente',
    checks: {
      masterSecret: 'Secreto principal',
      dataSigningHash: 'Firma de los registros',
      database: 'Base de datos',
      storage: 'Almacenamiento',
      adminUser: 'Primera cuenta',
      spreadsheets: 'Exportaciones a Excel',
      geo: 'Lugar de los visitantes',
      tcf: 'TCF',
      gpp: 'GPP',
      receipts: 'Recibos',
      plugins: 'Complementos',
    },
  },
});

import { defineWords } from '../../words';

type Checks = Readonly<Record<string, string>>;
/** How a part of the installation is, in each of its states. */
type Details = Readonly<Record<string, Partial<Readonly<Record<'ok' | 'open' | 'unused', string>>>>>;

export const words = defineWords({
  en: {
    approval: 'Approval before publishing',
    approvalSwitch: 'A second person approves each publication',
    approvalHelp:
      'Whoever has changed the banner since its last publication, or asks for the next one, cannot approve the next one. Banners can still be taken offline at once.',
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
    unused: 'Not used',
    details: {
      masterSecret: { ok: 'It is set.', open: 'It is not set: a restart signs everybody out.' },
      dataSigningHash: {
        ok: 'The key is set.',
        open: 'The key is not set: proofs and hashes are valid in one process only.',
      },
      database: {
        ok: 'It answers, and its tables are up to date.',
        open: 'It does not answer, or its tables are not up to date.',
      },
      storage: {
        ok: 'Published files can be read and written.',
        open: 'Published files cannot be read and written, or differ from the database.',
      },
      adminUser: {
        ok: 'There is an active superadmin.',
        open: 'There is no active superadmin, so nobody can manage people and roles.',
      },
      spreadsheets: {
        ok: 'They work.',
        open: 'An optional package is missing. Only exports to Excel need it.',
      },
      geo: {
        ok: 'Countries and regions are known.',
        open: 'Countries and regions are not known.',
        unused: 'Every visitor is in the same group, wherever they are.',
      },
      tcf: {
        ok: 'It is registered.',
        open: 'The registration is not complete.',
        unused: 'It is turned off.',
      },
      gpp: {
        ok: 'It is registered.',
        open: 'The registration is not complete.',
        unused: 'It is turned off.',
      },
      receipts: {
        ok: 'They name everything that they must.',
        open: 'They lack facts that they must name.',
        unused: 'No live banner offers them.',
      },
      plugins: {
        ok: 'All are in use.',
        open: 'Some could not be started and are off.',
        unused: 'There are none.',
      },
    } as Details,
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
      'Wer das Banner seit der letzten Veröffentlichung geändert oder um die Freigabe gebeten hat, kann es nicht selbst freigeben. Zurückziehen lässt sich ein Banner weiterhin sofort.',
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
    unused: 'Nicht verwendet',
    details: {
      masterSecret: { ok: 'Es ist gesetzt.', open: 'Es ist nicht gesetzt: Ein Neustart meldet alle ab.' },
      dataSigningHash: {
        ok: 'Der Schlüssel ist gesetzt.',
        open: 'Der Schlüssel ist nicht gesetzt: Nachweise und Hashes gelten nur in einem Prozess.',
      },
      database: {
        ok: 'Sie antwortet, und ihre Tabellen sind aktuell.',
        open: 'Sie antwortet nicht, oder ihre Tabellen sind nicht aktuell.',
      },
      storage: {
        ok: 'Veröffentlichte Dateien lassen sich lesen und schreiben.',
        open: 'Veröffentlichte Dateien lassen sich nicht lesen und schreiben oder weichen von der Datenbank ab.',
      },
      adminUser: {
        ok: 'Es gibt einen aktiven Superadmin.',
        open: 'Es gibt keinen aktiven Superadmin, daher kann niemand Personen und Rollen verwalten.',
      },
      spreadsheets: {
        ok: 'Sie funktionieren.',
        open: 'Ein optionales Paket fehlt. Nur Exporte nach Excel brauchen es.',
      },
      geo: {
        ok: 'Land und Region der Besucher sind bekannt.',
        open: 'Land und Region der Besucher sind nicht bekannt.',
        unused: 'Alle Besucher sind in derselben Gruppe, gleich wo sie sind.',
      },
      tcf: {
        ok: 'Es ist registriert.',
        open: 'Die Registrierung ist nicht vollständig.',
        unused: 'Es ist ausgeschaltet.',
      },
      gpp: {
        ok: 'Es ist registriert.',
        open: 'Die Registrierung ist nicht vollständig.',
        unused: 'Es ist ausgeschaltet.',
      },
      receipts: {
        ok: 'Sie nennen alles, was sie nennen müssen.',
        open: 'Ihnen fehlen vorgeschriebene Angaben.',
        unused: 'Kein aktives Banner bietet sie an.',
      },
      plugins: {
        ok: 'Alle sind in Betrieb.',
        open: 'Einige konnten nicht starten und sind aus.',
        unused: 'Es gibt keine.',
      },
    },
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
      'Ni les personnes qui ont modifié le bandeau depuis sa dernière publication ni celle qui fait la demande ne peuvent approuver la suivante. Un bandeau peut toujours être retiré aussitôt.',
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
    unused: 'Non utilisé',
    details: {
      masterSecret: {
        ok: 'Il est défini.',
        open: 'Il n’est pas défini : un redémarrage déconnecte tout le monde.',
      },
      dataSigningHash: {
        ok: 'La clé est définie.',
        open: 'La clé n’est pas définie : preuves et empreintes ne valent que dans un processus.',
      },
      database: {
        ok: 'Elle répond et ses tables sont à jour.',
        open: 'Elle ne répond pas, ou ses tables ne sont pas à jour.',
      },
      storage: {
        ok: 'Les fichiers publiés peuvent être lus et écrits.',
        open: 'Les fichiers publiés ne peuvent pas être lus et écrits, ou diffèrent de la base.',
      },
      adminUser: {
        ok: 'Il y a un superadmin actif.',
        open: 'Il n’y a pas de superadmin actif : personne ne peut gérer les personnes et les rôles.',
      },
      spreadsheets: {
        ok: 'Ils fonctionnent.',
        open: 'Un paquet facultatif manque. Seuls les exports Excel en ont besoin.',
      },
      geo: {
        ok: 'Le pays et la région des visiteurs sont connus.',
        open: 'Le pays et la région des visiteurs ne sont pas connus.',
        unused: 'Tous les visiteurs sont dans le même groupe, où qu’ils soient.',
      },
      tcf: {
        ok: 'Il est inscrit.',
        open: 'L’inscription n’est pas terminée.',
        unused: 'Il est désactivé.',
      },
      gpp: {
        ok: 'Il est inscrit.',
        open: 'L’inscription n’est pas terminée.',
        unused: 'Il est désactivé.',
      },
      receipts: {
        ok: 'Ils contiennent tout ce qu’ils doivent.',
        open: 'Il leur manque des informations obligatoires.',
        unused: 'Aucun bandeau en ligne n’en propose.',
      },
      plugins: {
        ok: 'Toutes sont actives.',
        open: 'Certaines n’ont pas pu démarrer et sont désactivées.',
        unused: 'Il n’y en a pas.',
      },
    },
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
      'No puede aprobarla quien haya cambiado el aviso desde su última publicación ni quien la pida. Un aviso se puede retirar siempre al momento.',
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
    unused: 'No se usa',
    details: {
      masterSecret: {
        ok: 'Está definido.',
        open: 'No está definido: al reiniciar, todos tienen que volver a entrar.',
      },
      dataSigningHash: {
        ok: 'La clave está definida.',
        open: 'La clave no está definida: pruebas y hashes solo valen en un proceso.',
      },
      database: {
        ok: 'Responde y sus tablas están al día.',
        open: 'No responde, o sus tablas no están al día.',
      },
      storage: {
        ok: 'Los archivos publicados se pueden leer y escribir.',
        open: 'Los archivos publicados no se pueden leer y escribir, o difieren de la base de datos.',
      },
      adminUser: {
        ok: 'Hay un superadministrador activo.',
        open: 'No hay ningún superadministrador activo: nadie puede gestionar personas y roles.',
      },
      spreadsheets: {
        ok: 'Funcionan.',
        open: 'Falta un paquete opcional. Solo lo necesitan las exportaciones a Excel.',
      },
      geo: {
        ok: 'Se conocen el país y la región de los visitantes.',
        open: 'No se conocen el país y la región de los visitantes.',
        unused: 'Todos los visitantes están en el mismo grupo, estén donde estén.',
      },
      tcf: { ok: 'Está registrado.', open: 'El registro no está completo.', unused: 'Está desactivado.' },
      gpp: { ok: 'Está registrado.', open: 'El registro no está completo.', unused: 'Está desactivado.' },
      receipts: {
        ok: 'Contienen todo lo obligatorio.',
        open: 'Les faltan datos obligatorios.',
        unused: 'Ningún aviso publicado los ofrece.',
      },
      plugins: {
        ok: 'Todos están en uso.',
        open: 'Algunos no pudieron iniciarse y están desactivados.',
        unused: 'No hay ninguno.',
      },
    },
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

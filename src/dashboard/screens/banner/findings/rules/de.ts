/**
 * Sentences of the rules in German, by rule id. `{category}` and `{parameter}` are replaced by those of the finding.
 */
export const de: Readonly<Record<string, string>> = {
  'category/unknown-parameter':
    'Die Kategorie „{category}“ nennt das Cookie „{parameter}“, das es in diesem Banner nicht gibt: Nehmen Sie es auf oder streichen Sie es aus der Kategorie',
  'category/parameter-twice':
    'Das Cookie „{parameter}“ steht in „{category}“ und in einer weiteren Kategorie und könnte so zugleich erlaubt und abgelehnt sein: Lassen Sie es nur in einer',
  'category/uncategorised-parameter':
    'Das Cookie „{parameter}“ steht in keiner Kategorie; Besucher lesen nichts darüber und entscheiden nicht darüber: Ordnen Sie es einer zu',
  'category/necessary-optional':
    'Das notwendige Cookie „{parameter}“ steht in der Kategorie „{category}“, die Besucher abschalten können: Verschieben Sie es in eine Kategorie ohne Wahl oder geben Sie seinen wahren Zweck an',
  'category/unexplained':
    'Die Kategorie „{category}“ hat keinen Text: Sagen Sie, wozu ihre Cookies dienen und wer die Daten erhält',
  'category/decided-on':
    'Über die Kategorie „{category}“ haben Besucher schon entschieden, und sie ändert sich: Lassen Sie beim Veröffentlichen neu fragen',
  'group/decided-on':
    'Besucher haben schon in einer weniger strengen Gruppe entschieden. Ihre Entscheidungen gelten hier nicht: Sobald diese Version veröffentlicht ist, werden sie neu gefragt',
  'parameter/not-one-name':
    'Das Cookie „{parameter}“ hat einen Namen, den kein Cookie haben kann, so dass ein Widerruf es nicht entfernt: Führen Sie jedes Cookie einzeln auf, mit seinem genauen Namen oder einem Muster (_ga_*), ohne Kommas und Leerzeichen',
  'parameter/undisclosed':
    'Beim Cookie „{parameter}“ fehlt, wer es setzt oder wie lange es bleibt: Tragen Sie es ein',
  'parameter/long-lived':
    'Das Cookie „{parameter}“ bleibt länger als zwei Jahre: Verkürzen Sie die Lebensdauer auf das, was sein Zweck braucht',
  'parameter/recipient-unstated':
    'Beim Cookie „{parameter}“ fehlen Angaben zum Empfänger, die eine Einwilligung in die Übermittlung ins Ausland braucht: Ergänzen Sie sie',
  'parameter/sale-unstated':
    'Beim Marketing-Cookie „{parameter}“ fehlt, ob es personenbezogene Daten verkauft oder teilt: Wählen Sie seine Verwendung nach kalifornischem Recht',
  'consent/pre-granted':
    'Das Cookie „{parameter}“ ist erlaubt, bevor der Besucher gewählt hat: Schalten Sie „Vor einer Auswahl erlaubt“ aus, auch bei den Vorgaben je Kategorie',
  'consent/mandatory-basis':
    'Die Kategorie „{category}“ lässt keine Wahl und enthält das Cookie „{parameter}“, das Besucher ablehnen können müssen: Verschieben Sie es in eine Kategorie mit Einwilligung',
  'consent/mandatory-sale':
    'Die Kategorie „{category}“ lässt keine Wahl, und ihr Cookie „{parameter}“ verkauft oder teilt Daten: Berichtigen Sie seinen Zweck und verschieben Sie es in eine Kategorie mit Einwilligung',
  'consent/legitimate-interest':
    'Die Kategorie „{category}“ beruft sich beim Cookie „{parameter}“ auf ein berechtigtes Interesse; es wird aber auf dem Gerät gespeichert und braucht eine Einwilligung: Wählen Sie diese als Rechtsgrundlage',
  'consent/bundled':
    'Die Kategorie „{category}“ fragt nach Marketing und anderem zugleich: Geben Sie Marketing eine eigene Kategorie',
  'consent/no-objection':
    'Das Cookie „{parameter}“ steht in der Kategorie „{category}“, die keine Wahl lässt, so dass niemand widersprechen kann: Verschieben Sie es in eine Kategorie mit Einwilligung; es darf dort im Voraus erlaubt sein',
  'consent/exempt-shared':
    'Das Cookie „{parameter}“ ist im Voraus erlaubt, obwohl seine Daten verkauft oder geteilt werden; dafür gilt die Ausnahme nicht: Schalten Sie „Vor einer Auswahl erlaubt“ aus',
  'sensitive/pre-granted':
    'Das Cookie „{parameter}“ verarbeitet sensible Daten, was eine Einwilligung braucht, und ist schon vor der Wahl erlaubt: Schalten Sie „Vor einer Auswahl erlaubt“ aus, auch bei den Vorgaben je Kategorie',
  'sensitive/granted-on-notice':
    'Das Cookie „{parameter}“ verarbeitet sensible Daten nach einem bloßen Hinweis; für Gesundheitsdaten verlangen einige US-Bundesstaaten vorher eine Einwilligung: Schalten Sie „Vor einer Auswahl erlaubt“ aus',
  'measurement/not-exempt':
    'Das Cookie „{parameter}“ gilt als ausgenommene Reichweitenmessung, erfüllt aber deren Bedingungen nicht: Berichtigen Sie das oder fragen Sie nach einer Einwilligung',
  'measurement/without-consent':
    'Das Cookie „{parameter}“ misst die Reichweite ohne Einwilligung. Frankreich, Italien, die Niederlande und Spanien erlauben das für Statistiken, die allein der Website dienen, mit einem Hinweis darauf',
  'gpc/not-listening':
    'Das Cookie „{parameter}“ verkauft, teilt oder wirbt und beachtet das Datenschutzsignal GPC nicht: Lassen Sie es auf das Signal hören',
  'gpc/analytics-not-listening':
    'Das Analyse-Cookie „{parameter}“ gibt Daten an Dritte und beachtet das Datenschutzsignal GPC nicht. Ohne Vertrag mit einem Dienstleister ist das ein Verkauf: Lassen Sie es auf das Signal hören oder geben Sie den Vertrag an',
  'gpc/objection-unheard':
    'Das Marketing-Cookie „{parameter}“ beachtet das Datenschutzsignal GPC nicht, das als Widerspruch gelten kann: Lassen Sie es auf das Signal hören',
  'gpc/ignored':
    'Das Datenschutzsignal GPC wird nicht beachtet, ist hier aber von Gesetzes wegen ein Widerspruch: Wählen Sie „strict“ oder lassen Sie die Einstellung weg',
  'gpc/overridable':
    'Ein Klick auf „Alle erlauben“ hebt hier das Datenschutzsignal des Besuchers auf: Wählen Sie „strict“, damit nur eine eigene Wahl das tut, oder lassen Sie die Einstellung weg',
  'gpc/banner-accepts-only':
    'Jede Schaltfläche des Banners für das Datenschutzsignal erlaubt alles, gegen das Signal: Fügen Sie eine hinzu, die beim Widerspruch bleibt oder zur Auswahl führt',
  'gpc/no-banner':
    'Besucher mit dem Datenschutzsignal GPC erfahren nicht, dass es beachtet wurde: Fügen Sie ein Banner hinzu, das es sagt',
  'banner/no-reject':
    'Das Banner hat eine Schaltfläche, die alles erlaubt, und keine, die ablehnt: Fügen Sie diese hinzu',
  'banner/no-decline':
    'Erlauben geht mit einem Klick, Ablehnen nur mit mehreren: Setzen Sie daneben eine Schaltfläche, die ablehnt',
  'banner/no-manage':
    'Es gibt mehrere freiwillige Kategorien, aber keine Schaltfläche, um unter ihnen zu wählen: Fügen Sie eine hinzu, die zur Auswahl führt',
  'banner/asymmetric':
    'Erlauben sieht anders aus als Ablehnen: Geben Sie beiden Schaltflächen denselben Stil',
  'banner/choice-as-text':
    'Erlauben und Ablehnen sehen wie bloßer Text aus: Geben Sie ihnen den Stil einer Schaltfläche',
  'banner/no-refusal':
    'Besucher können nicht sofort ablehnen: Fügen Sie eine Schaltfläche hinzu, die ablehnt oder zur Auswahl führt, oder einen Link zur Auswahl',
  'banner/empty-choice':
    'Eine Schaltfläche bietet eine Wahl an, obwohl keine Kategorie freiwillig ist: Entfernen Sie sie oder machen Sie eine Kategorie freiwillig',
  'banner/no-policy-link':
    'Der Text des Banners hat keinen Link: Verlinken Sie die Datenschutzerklärung in dieser Sprache oder geben Sie deren Adresse an',
  'modal/no-save':
    'Die Einstellungen haben keine Schaltfläche, die die Auswahl speichert: Fügen Sie eine hinzu',
  'banner/no-controller':
    'Das Banner sagt nicht, wer fragt: Nennen Sie den Verantwortlichen in den Angaben und im Text des Banners',
  'banner/no-partner-count':
    'Das Banner nennt nicht oder zu niedrig, an wie viele Partner Daten gehen: Nennen Sie im Text ihre Zahl oder alle Namen',
  'banner/no-close':
    'In Italien verlangt die Aufsicht ein X, das das Banner ohne Einwilligung schließt, und einen Satz, der das sagt: Eines davon fehlt',
  'locale/no-french':
    'Das Banner gilt für Québec und hat keine französische Fassung: Fügen Sie die Sprache „fr“ oder „fr-CA“ hinzu',
  'choices/no-lasting-link':
    'Nichts führt dauerhaft zur Auswahl zurück; Widerrufen ist so schwerer als Einwilligen: Geben Sie dem Banner einen Link zur Auswahl und zeigen Sie ihn auf jeder Seite',
  'banner/no-opt-out-link':
    'Personenbezogene Daten werden verkauft oder geteilt, und ein Banner allein genügt nicht für den Widerspruch: Setzen Sie auf jede Seite einen Link zur Auswahl, in Kalifornien mit dem Titel „Do Not Sell or Share My Personal Information“ oder „Your Privacy Choices“ mit Symbol',
  'banner/no-limit-link':
    'Sensible Daten werden verarbeitet: Kalifornien verlangt einen dauerhaften Link „Limit the Use of My Sensitive Personal Information“ oder „Your Privacy Choices“ mit Symbol',
  'button/misleading-label':
    'Eine Schaltfläche ist anders beschriftet, als sie wirkt, oder zwei mit verschiedener Wirkung heißen gleich: Benennen Sie, was sie tun',
  'button/pay-to-refuse':
    'Eine Schaltfläche, die ablehnt, verlangt eine Zahlung: Lassen Sie kostenlos ablehnen oder bieten Sie ein gleichwertiges Angebot ohne verhaltensbezogene Werbung an und lassen Sie es prüfen',
  'wording/continuing':
    'Ein Text wertet Scrollen oder Weitersurfen als Einwilligung; nur eine eindeutige Handlung ist eine: Streichen Sie den Satz',
  'wording/closing':
    'Ein Text wertet das Schließen des Banners als Einwilligung; wer schließt, hat nicht gewählt: Streichen Sie den Satz',
  'wording/cookie-wall':
    'Ein Text macht den Zugang von einer Einwilligung oder Zahlung abhängig: Lassen Sie auch jene ein, die ablehnen, oder bieten Sie ein gleichwertiges Angebot ohne verhaltensbezogene Werbung an und lassen Sie es prüfen',
  'wording/pressure':
    'Ein Text drängt Besucher durch Scham, Angst oder Schmeichelei zum Zustimmen: Schreiben Sie neutral',
  'wording/silence':
    'Ein Text wertet Schweigen oder Zeitablauf als Einwilligung; nur eine eindeutige Handlung ist eine: Streichen Sie den Satz',
  'wording/no-withdrawal':
    'Ein Text sagt, dass sich die Wahl nicht ändern lässt; eine Einwilligung ist jederzeit so leicht widerrufbar, wie sie erteilt wurde: Sagen Sie, wo',
  'wording/advertising-unnamed':
    'Die Kategorie „{category}“ enthält Marketing-Cookies, und ihre Worte erwähnen keine Werbung: Mit ihr erteilen Besucher Google ad_storage, ad_user_data und ad_personalization; nennen Sie in Überschrift oder Text die Werbung',
  'wording/double-negative':
    'Eine Wahl ist als doppelte Verneinung formuliert, die Leser falsch verstehen: Sagen Sie, was Schaltfläche oder Schalter bewirkt',
  'content/parameter-untranslated':
    'Besucher mit dieser Sprache lesen Beschreibungen von Cookies in einer anderen Sprache: Übersetzen Sie sie',
  'expiry/too-long':
    'Eine Wahl gilt länger, als das Recht eines der Orte erlaubt: Verkürzen Sie die Frist oder beschränken Sie das Banner auf die Orte, für die es gedacht ist',
  'expiry/asks-too-soon':
    'Auch wer abgelehnt hat, wird bald wieder gefragt: Warten Sie etwa sechs Monate (mindestens 180 Tage)',
  'expiry/too-short':
    'Wer widersprochen hat, wird zu früh wieder gefragt: Warten Sie mindestens zwölf Monate (365 Tage)',
  'countries/stricter-law':
    'Das Recht einiger dieser Orte verlangt eine strengere Gruppe: Wählen Sie diese Gruppe für sie oder nehmen Sie sie aus dem Banner',
  'india/fiduciary':
    'Das Banner gilt für Indien und nennt keinen Data Fiduciary: Nennen Sie, wer über die Verwendung der Daten entscheidet',
  'expiry/no-refresh':
    'Eine Einwilligung in sensible Daten gilt zu lange. Colorado verlangt nach 24 Monaten ohne Kontakt eine neue: Setzen Sie höchstens 730 Tage',
  'children/advertising':
    'Die Website richtet sich an Kinder, und das Cookie „{parameter}“ wirbt bei ihnen oder verkauft ihre Daten: Entfernen Sie es oder erlauben Sie es nur mit Einwilligung der Eltern',
  'age/no-gate':
    'Die Website richtet sich an Kinder, und jeder kann einwilligen; unter der Altersgrenze entscheiden die Eltern: Geben Sie dem Banner eine Altersfrage',
  'ui/contrast': 'Der Kontrast dieser Farbe zu ihrem Hintergrund ist zu gering: Wählen Sie eine andere',
  'ui/unknown-position':
    'Das Widget kennt diese Position nicht und nimmt die übliche: Wählen Sie eine aus der Liste',
  'template/adapted': 'Eine Einstellung der Vorlage ist in dieser Gruppe nicht erlaubt und wurde angepasst',
  'content/untranslated': 'In dieser Sprache fehlt ein Text: Besucher lesen den der Standardsprache',
  'content/sanitised': 'Auszeichnungen, die Besucher nicht erreichen dürfen, wurden aus diesem Text entfernt',
  'content/blank': 'Dieser Text darf nicht leer sein',
  'content/locale-structure':
    'Dieser Teil einer Sprache wird nicht gezeigt: Die Standardsprache bestimmt den Aufbau',
  'content/button-count':
    'Die Zahl der Beschriftungen passt nicht zu den Schaltflächen des Aussehens: Geben Sie jeder genau eine',
  'content/words-untranslated':
    'Das Widget hat in dieser Sprache keine eigenen Wörter und zeigt englische: Ergänzen Sie sie',
  'content/machine-translation':
    'Eine Maschine hat Texte in dieser Sprache übersetzt, die noch niemand geprüft hat: Lesen Sie sie, bevor Besucher sie lesen',
  'content/word-required':
    'Wo das Datenschutzsignal verbindlich ist, muss diese Zeile sagen, dass der Widerspruch beachtet wurde',
  'content/word-place': 'Dem Wort fehlt die Stelle, an der das Widget einen Wert einsetzt',
  'profile/template-changed':
    'Die verknüpfte Oberflächenvorlage ist geändert worden; diese Version sieht aus wie die Vorlage jetzt',
  'profile/template-deleted': 'Die verknüpfte Vorlage ist gelöscht; das Banner behält, was es von ihr hatte',
  'profile/no-group': 'Ohne Gruppe lässt sich das Banner nicht veröffentlichen: Wählen Sie eine',
  'profile/unknown-field': 'Ein Feld ist nicht bekannt; es wird gespeichert und bewirkt nichts',
  'profile/unnamed-controller':
    'Als verantwortlich ist „Default“ genannt, der anfängliche Name des Mandanten: Geben Sie den Namen des Unternehmens ein',
  'profile/own-cookie-lifetime':
    'Das Cookie „{parameter}“ setzt der Dienst selbst, und zwar so lange, wie eine Auswahl gilt; das Banner nennt eine andere Lebensdauer: Geben Sie dieselbe an',
  'profile/two-groups': 'Zwei Gruppen sind angegeben; die eingebaute gilt',
  'tcf/disabled':
    'Die Angaben zum TCF bewirken nichts, solange es in der Konfiguration nicht eingeschaltet ist',
  'tcf/unknown-category': 'Die Kategorie für das TCF ist keine freiwillige Kategorie dieses Banners',
  'tcf/unknown-id': 'Die Liste der Anbieter enthält einige dieser Nummern nicht',
  'tcf/without-purpose-one':
    'Zweck 1 (Speichern auf Geräten) fehlt: Fragen Sie danach, außer wo das Recht Ihres Landes keine Einwilligung verlangt',
  'tcf/overlapping-stacks':
    'Zwei Stapel haben einen Zweck oder eine Funktion gemeinsam und dürfen nicht zusammen gezeigt werden',
};

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { bannerTextLocales, bannerTexts } from '#content/banner-texts/index';
import { validateCompliance } from '#standards/compliance/index';
import { ar } from '#standards/compliance/phrases/ar';
import { de } from '#standards/compliance/phrases/de';
import { en } from '#standards/compliance/phrases/en';
import { es } from '#standards/compliance/phrases/es';
import { fr } from '#standards/compliance/phrases/fr';
import { foldText, toLines, wordingsFor } from '#standards/compliance/phrases/index';
import { it } from '#standards/compliance/phrases/it';
import { nl } from '#standards/compliance/phrases/nl';
import type { Phrase } from '#standards/compliance/phrases/phrase-types';
import { pl } from '#standards/compliance/phrases/pl';
import { pt } from '#standards/compliance/phrases/pt';
import { costOf } from '../support/cost';

const languagePhrases = [en, de, fr, es, it, pt, nl, pl, ar];

/** Rules that fire for one text of a banner, or one label of its button. */
function wordingsIn(
  locale: string,
  { text = '', label = '', heading = '' }: { text?: string; label?: string; heading?: string },
): string[] {
  const content = {
    locale,
    mainBanner: {
      htmlText: `<p>${text} <a href="/privacy">…</a></p>`,
      buttons: label === '' ? [] : [{ text: label, action: 'custom', cookies: '!' }],
    },
    preferenceModal: { categories: { one: { heading, htmlText: '' } } },
  };
  const { errors, warnings } = validateCompliance(
    { locales: [content] },
    { group: 'opt-in', now: Date.UTC(2026, 10, 22) },
  );
  return [...errors, ...warnings].map(({ rule }) => rule).filter((rule) => rule.startsWith('wording/'));
}

type Examples = Readonly<Record<string, readonly string[]>>;

const continuing: Examples = {
  en: [
    'By continuing to browse this site, you accept the use of cookies.',
    'If you continue without changing your settings, you agree to our use of cookies.',
    'Scrolling the page means that you consent to cookies.',
    'By using this website you agree to cookies.',
    'Your continued use of the site implies consent.',
    'If you continue without changing your settings, we’ll assume that you are happy to receive all cookies.',
    'Continuing to use this website means that you are OK with cookies.',
    'Use of this site constitutes acceptance of our cookies.',
    'By clicking any link on this page you are giving your consent.',
    'By visiting our website you agree to cookies.',
    'You accept cookies unless you change your browser settings.',
  ],
  de: [
    'Durch die weitere Nutzung der Website stimmen Sie der Verwendung von Cookies zu.',
    'Wenn Sie weitersurfen, erklären Sie sich mit der Verwendung von Cookies einverstanden.',
    'Wenn Sie weitersurfen, gehen wir von Ihrer Zustimmung aus.',
    'Scrollen gilt als Einwilligung.',
    'Mit der Nutzung unserer Dienste erklären Sie sich damit einverstanden, dass wir Cookies verwenden.',
    'Indem Sie unsere Seiten nutzen, stimmen Sie Cookies zu.',
    'Wenn Sie auf dieser Seite bleiben, gehen wir davon aus, dass Sie einverstanden sind.',
    'Durch den Besuch der Website akzeptieren Sie Cookies.',
    'Surfen Sie weiter, ohne Ihre Einstellungen zu ändern, nehmen wir an, dass Sie Cookies akzeptieren.',
  ],
  fr: [
    'En poursuivant votre navigation sur ce site, vous acceptez l’utilisation de cookies.',
    'Si vous continuez à naviguer, vous consentez au dépôt de traceurs.',
    'La poursuite de la navigation vaut acceptation.',
    'En utilisant nos services, vous acceptez les cookies.',
    'En visitant ce site, vous consentez aux traceurs.',
    'Si vous restez sur ce site, nous supposerons que vous êtes d’accord.',
    'L’utilisation de ce site vaut acceptation des cookies.',
    'Votre visite implique l’acceptation des cookies.',
    'Sans modifier vos paramètres, vous acceptez les cookies.',
  ],
  es: [
    'Si continúa navegando, consideramos que acepta su uso.',
    'Al seguir navegando, aceptas el uso de cookies.',
    'Si sigue utilizando este sitio web, acepta las cookies.',
    'El uso de este sitio implica la aceptación de las cookies.',
    'Al utilizar nuestros servicios, acepta las cookies.',
    'Si permanece en la web, damos por hecho que está de acuerdo.',
    'Si no cambia la configuración, suponemos que acepta las cookies.',
    'Al visitar esta página da su consentimiento.',
  ],
  it: [
    'Proseguendo la navigazione acconsenti all’uso dei cookie.',
    'Se continui a navigare accetti l’utilizzo dei cookie.',
    'Scorrendo questa pagina presti il consenso ai cookie.',
    'Utilizzando i nostri servizi, accetti l’uso dei cookie.',
    'La navigazione nel sito comporta l’accettazione dei cookie.',
    'Visitando il sito acconsenti ai cookie.',
    'Se rimani su questo sito assumiamo che tu sia d’accordo.',
    'L’utilizzo del sito implica il consenso ai cookie.',
    'Cliccando su un qualsiasi elemento accetti i cookie.',
  ],
  pt: [
    'Ao continuar a navegar, está de acordo com a utilização de cookies.',
    'Ao continuar navegando, você concorda com o uso de cookies.',
    'Se continuar a navegar, consideramos que aceita os cookies.',
    'Ao utilizar os nossos serviços, aceita os cookies.',
    'A utilização deste site implica a aceitação de cookies.',
    'Ao visitar este site, está a concordar com os cookies.',
    'Se permanecer no site, partimos do princípio de que concorda.',
    'Se não alterar as definições, presumimos que aceita os cookies.',
  ],
  nl: [
    'Door verder te gaan op deze website gaat u akkoord met het gebruik van cookies.',
    'Als u verder surft, stemt u in met cookies.',
    'Verder gebruik van de site geldt als toestemming.',
    'Door onze website te bezoeken gaat u akkoord met cookies.',
    'Als u onze site blijft gebruiken, gaan wij ervan uit dat u akkoord gaat.',
    'Het gebruik van deze website betekent toestemming voor cookies.',
    'Door gebruik te maken van onze diensten stemt u in met cookies.',
    'Zonder uw instellingen te wijzigen gaat u akkoord met cookies.',
  ],
  pl: [
    'Kontynuując przeglądanie strony, wyrażasz zgodę na pliki cookie.',
    'Dalsze korzystanie ze strony oznacza zgodę na używanie plików cookie.',
    'Korzystając z serwisu, akceptujesz pliki cookie.',
    'Odwiedzając naszą stronę, zgadzasz się na pliki cookie.',
    'Korzystanie ze strony oznacza zgodę na pliki cookie.',
    'Pozostając w serwisie, wyrażasz zgodę na cookies.',
    'Jeśli nie zmienisz ustawień, zakładamy, że akceptujesz pliki cookie.',
    'Używając witryny, akceptujesz pliki cookie.',
  ],
  ar: [
    'باستمرارك في تصفح الموقع فإنك توافق على استخدام ملفات تعريف الارتباط.',
    'متابعة التصفح تعني موافقتك على ملفات تعريف الارتباط.',
    'استخدامك لهذا الموقع يعني موافقتك على ملفات تعريف الارتباط.',
    'بزيارتك لموقعنا فإنك توافق على ملفات تعريف الارتباط.',
    'إذا بقيت في الموقع نفترض أنك موافق.',
    'تصفح الموقع يعد موافقة منك على ملفات تعريف الارتباط.',
  ],
};

const closing: Examples = {
  en: ['By closing this banner you accept all cookies.', 'Closing this message means you consent.'],
  de: ['Wenn Sie dieses Banner schließen, stimmen Sie allen Cookies zu.'],
  fr: ['En fermant ce bandeau, vous acceptez les cookies.'],
  es: ['Al cerrar este aviso, acepta las cookies.'],
  it: ['Chiudendo questo banner acconsenti all’uso dei cookie.'],
  pt: ['Ao fechar este aviso, aceita os cookies.'],
  nl: ['Door deze melding te sluiten gaat u akkoord met cookies.'],
  pl: ['Zamykając ten baner, wyrażasz zgodę na pliki cookie.'],
  ar: ['بإغلاق هذا الإشعار فإنك توافق على ملفات تعريف الارتباط.'],
};

const wall: Examples = {
  en: [
    'To access this site you must accept cookies.',
    'You can only use this website if you accept all cookies.',
    'If you refuse, you cannot access the site.',
    'Accept all cookies or subscribe for 3.99 a month.',
    'Reject and pay',
  ],
  de: [
    'Um die Website zu nutzen, müssen Sie Cookies akzeptieren.',
    'Sie können diese Seite nicht lesen, wenn Sie Cookies ablehnen.',
    'Akzeptieren Sie Tracking oder nehmen Sie ein Abo.',
    'Mit Werbung weiterlesen oder Pur-Abo',
  ],
  fr: [
    'Pour accéder au site, vous devez accepter les cookies.',
    'Si vous refusez, vous ne pourrez pas accéder au site.',
    'Acceptez les cookies ou abonnez-vous pour 2 € par mois.',
    'S’abonner pour refuser',
  ],
  es: [
    'Para acceder al sitio debe aceptar las cookies.',
    'Si rechaza las cookies, no podrá acceder a la web.',
    'Acepte las cookies o suscríbase por 3 € al mes.',
    'Rechazar y suscribirse',
  ],
  it: [
    'Per accedere al sito devi accettare i cookie.',
    'Se rifiuti i cookie, non potrai accedere al sito.',
    'Accetta i cookie oppure abbonati a 3 € al mese.',
    'Rifiuta e abbonati',
  ],
  pt: [
    'Para aceder ao site, deve aceitar os cookies.',
    'Se recusar os cookies, não poderá aceder ao site.',
    'Aceite os cookies ou subscreva por 3 € por mês.',
    'Recusar e assinar',
  ],
  nl: [
    'Om deze site te gebruiken, moet u cookies accepteren.',
    'Als u cookies weigert, kunt u de website niet bezoeken.',
    'Accepteer cookies of neem een abonnement.',
    'Weigeren en betalen',
  ],
  pl: [
    'Aby korzystać ze strony, musisz zaakceptować pliki cookie.',
    'Jeśli odmówisz, nie możesz korzystać ze strony.',
    'Zaakceptuj pliki cookie lub wykup subskrypcję.',
    'Odrzuć i zapłać',
  ],
  ar: [
    'يجب عليك الموافقة على ملفات تعريف الارتباط لاستخدام الموقع.',
    'لا يمكنك الوصول إلى الموقع إلا إذا وافقت على ملفات تعريف الارتباط.',
    'اقبل ملفات تعريف الارتباط أو اشترك شهرياً.',
  ],
};

const pressure: Examples = {
  en: [
    'No, I don’t care about my privacy',
    'No thanks, I prefer a worse experience',
    'No, I don’t like saving money',
    'You will miss out on great offers.',
    'It makes us sad when you refuse.',
    'No, I don’t want to support this site',
    'Opt out and lose my discounts',
    'Yes, opt me out and give up all my benefits',
  ],
  de: [
    'Nein, ich möchte eine schlechte Website',
    'Mein Datenschutz ist mir egal',
    'Das macht uns traurig.',
    'Sie verpassen die besten Angebote.',
    'Nein, ich möchte die Redaktion nicht unterstützen',
    'Ablehnen und auf Rabatte verzichten',
  ],
  fr: [
    'Non, je préfère une moins bonne expérience',
    'Je me fiche de ma vie privée',
    'Cela nous attriste.',
    'Vous allez le regretter.',
    'Non, je ne veux pas soutenir ce site',
    'Refuser et perdre mes avantages',
  ],
  es: [
    'No, prefiero una peor experiencia',
    'No me importa mi privacidad',
    'Nos entristece que rechace.',
    'Te arrepentirás.',
    'No, no quiero apoyar este sitio',
    'Rechazar y perder mis descuentos',
  ],
  it: [
    'No, preferisco un’esperienza peggiore',
    'Non mi importa della privacy',
    'Ci rattrista.',
    'Te ne pentirai.',
    'No, non voglio sostenere questo sito',
    'Rifiutare e perdere i vantaggi',
  ],
  pt: [
    'Não, prefiro uma pior experiência',
    'Não me importo com a minha privacidade',
    'Ficaríamos tristes.',
    'Vai arrepender-se.',
    'Não, não quero apoiar este site',
    'Recusar e perder os meus descontos',
  ],
  nl: [
    'Nee, ik wil een slechtere ervaring',
    'Mijn privacy kan me niets schelen',
    'Dat maakt ons verdrietig.',
    'Laat ons niet in de steek.',
    'Nee, ik wil deze site niet steunen',
    'Weigeren en mijn voordelen verliezen',
  ],
  pl: [
    'Nie, wolę gorsze doświadczenie',
    'Nie obchodzi mnie prywatność',
    'Będzie nam smutno.',
    'Będziesz żałować.',
    'Nie, nie chcę wspierać tej strony',
    'Nie, stracę moje zniżki',
  ],
  ar: [
    'لا، أفضل تجربة أسوأ',
    'لا تهمني خصوصيتي',
    'ستندم على ذلك.',
    'لا أريد دعم هذا الموقع',
    'لا، أتخلى عن المزايا',
  ],
};

const threat: Examples = {
  en: ['The site will not work properly unless you accept.'],
  de: ['Ohne Ihre Zustimmung funktioniert die Website nicht richtig.'],
  fr: ['Le site ne fonctionnera pas correctement si vous refusez.'],
  es: ['El sitio no funciona correctamente si no acepta.'],
  it: ['Il sito non funziona correttamente se non accetti.'],
  pt: ['O site não funciona corretamente se não aceitar.'],
  nl: ['Zonder uw toestemming werkt de website niet goed.'],
  pl: ['Strona nie będzie działać poprawnie, jeśli nie zaakceptujesz.'],
  ar: ['لن يعمل الموقع بشكل صحيح إذا لم توافق أو رفضت.'],
};

const silence: Examples = {
  en: [
    'This banner accepts automatically after 10 seconds.',
    'If you do not object within 5 seconds, we set all cookies.',
    'Cookies are accepted automatically.',
  ],
  de: [
    'Nach 10 Sekunden werden alle Cookies automatisch akzeptiert.',
    'Wenn Sie nicht innerhalb von 5 Sekunden widersprechen, setzen wir alle Cookies.',
    'Wenn Sie nicht widersprechen, gilt das als Zustimmung.',
  ],
  fr: [
    'Les cookies sont acceptés automatiquement après 10 secondes.',
    'Si vous ne refusez pas dans les 5 secondes, tous les cookies sont déposés.',
  ],
  es: [
    'Las cookies se aceptan automáticamente tras 10 segundos.',
    'Si no se opone en 5 segundos, usaremos todas las cookies.',
  ],
  it: [
    'I cookie vengono accettati automaticamente dopo 10 secondi.',
    'Se non rifiuti entro 5 secondi, usiamo tutti i cookie.',
  ],
  pt: [
    'Os cookies são aceites automaticamente após 10 segundos.',
    'Se não recusar em 5 segundos, usamos todos os cookies.',
  ],
  nl: [
    'Cookies worden na 10 seconden automatisch geaccepteerd.',
    'Als u niet binnen 5 seconden weigert, plaatsen wij alle cookies.',
  ],
  pl: [
    'Pliki cookie są automatycznie akceptowane po 10 sekundach.',
    'Jeśli w ciągu 5 sekund nie odrzucisz, użyjemy wszystkich plików cookie.',
  ],
  ar: [
    'يتم قبول ملفات تعريف الارتباط تلقائياً بعد 10 ثوان.',
    'إذا لم تعترض خلال 5 ثوان نستخدم ملفات تعريف الارتباط.',
  ],
};

const noWithdrawal: Examples = {
  en: ['Your choice is final and cannot be changed later.', 'Consent cannot be withdrawn.'],
  de: ['Ihre Wahl ist endgültig.', 'Die Einwilligung kann später nicht widerrufen werden.'],
  fr: ['Votre choix est définitif.', 'Ce choix ne peut plus être modifié.'],
  es: ['Su decisión es definitiva.', 'Esta elección no se puede cambiar.'],
  it: ['La scelta è definitiva.', 'Il consenso non può essere revocato.'],
  pt: ['A sua escolha é definitiva.', 'O consentimento não pode ser retirado.'],
  nl: ['Uw keuze is definitief.', 'De toestemming kan later niet worden ingetrokken.'],
  pl: ['Twój wybór jest ostateczny.', 'Zgody nie można wycofać.'],
  ar: ['اختيارك نهائي.', 'لا يمكن سحب موافقتك.'],
};

const doubleNegative: Examples = {
  en: ['No, do not refuse', 'Don’t opt me out', 'Do not reject', 'Cancel refusal', 'Don’t decline'],
  de: ['Nein, nicht ablehnen', 'Nicht widersprechen', 'Ablehnung aufheben'],
  fr: ['Non, ne pas refuser', 'Ne pas s’opposer', 'Refuser de m’opposer'],
  es: ['No, no rechazar', 'No quiero oponerme', 'Sin rechazar'],
  it: ['No, non rifiutare', 'Senza rifiutare', 'Non oppormi'],
  pt: ['Não, não recusar', 'Sem rejeitar', 'Não me opor'],
  nl: ['Nee, niet weigeren', 'Niet afwijzen', 'Geen bezwaar'],
  pl: ['Nie, nie odrzucaj', 'Nie odmawiaj', 'Nie sprzeciwiam się'],
  ar: ['لا أريد الرفض', 'عدم الاعتراض'],
};

const harmless: Examples = {
  en: [
    'You can continue to use the site whether you accept or refuse.',
    'If you do not accept, you can continue to browse.',
    'By using cookies we learn which pages are read.',
    'Scrolling is not taken as consent.',
    'Only if you accept do we use cookies to see how you use our site.',
    'If you refuse, some features of the site may not work.',
    'To watch this video you must accept marketing cookies.',
    'Necessary cookies keep your basket and let you pay or order.',
    'Accept cookies and subscribe to our newsletter.',
    'Closing this banner refuses everything that is optional.',
    'If you close this banner, you do not accept cookies.',
    'No, thanks',
    'Reject non-essential cookies',
    'Continue without accepting',
    'Do Not Sell or Share My Personal Information',
    'I do not accept',
    'We use cookies to make your experience better.',
    'You can withdraw your consent at any time.',
    'You agree to our terms when you open an account.',
    'When you visit our shop, nothing optional is stored unless you agree.',
    'We do not assume that you are happy with cookies when you continue.',
    'You can opt out and keep your discounts.',
    'If you block cookies, the shop cannot remember your basket.',
    'If you do not choose within 30 seconds, nothing optional is stored.',
    'Your choice is not final: change it at any time.',
    'Necessary cookies cannot be switched off.',
    'We never accept cookies automatically for you.',
    'Withdrawing consent does not affect processing that has already happened, which cannot be undone.',
  ],
  de: [
    'Sie können die Website auch nutzen, wenn Sie ablehnen.',
    'Weitersurfen gilt nicht als Einwilligung.',
    'Nur mit Ihrer Einwilligung nutzen wir Cookies, um die Nutzung der Website zu messen.',
    'Nicht notwendige Cookies ablehnen',
    'Weiter ohne Einwilligung',
    'Wenn Sie ablehnen, stehen manche Funktionen der Website nicht zur Verfügung.',
    'Notwendige Cookies ermöglichen den Warenkorb und das Bezahlen.',
    'Einschließlich der Weitergabe an Partner, wenn Sie zustimmen.',
    'Schließen Sie das Banner, wird nichts gespeichert.',
    'Nein, danke',
    'Nicht zustimmen',
    'Ihre Wahl können Sie jederzeit ändern.',
    'Notwendige Cookies lassen sich nicht abschalten.',
    'Wenn Sie nicht reagieren, werden keine optionalen Cookies gesetzt.',
    'Nichts wird automatisch akzeptiert.',
    'Meine personenbezogenen Daten nicht verkaufen oder teilen',
    'Weitere Informationen zur Verwendung finden Sie hier; dort stimmen Sie auch zu.',
  ],
  fr: [
    'Continuer sans accepter',
    'Vous pouvez continuer votre navigation sans accepter.',
    'Si vous refusez, certaines fonctionnalités du site ne seront pas disponibles.',
    'La poursuite de la navigation ne vaut pas consentement.',
    'Fermer ce bandeau revient à refuser.',
    'Refuser les cookies non essentiels',
    'Vous pouvez accepter ou refuser, et changer d’avis à tout moment.',
    'Ne pas vendre ni partager mes informations personnelles',
    'Non merci',
    'Votre choix n’est pas définitif.',
    'Sans réponse de votre part, aucun cookie n’est déposé.',
    'Les cookies nécessaires ne peuvent pas être désactivés.',
    'Je souhaite recevoir des offres personnalisées',
    'Pour mesurer l’audience et proposer un abonnement à la newsletter, avec votre accord.',
  ],
  es: [
    'Continuar sin aceptar',
    'Puede seguir navegando tanto si acepta o rechaza las cookies.',
    'Si las rechaza, algunas funciones del sitio no estarán disponibles.',
    'Rechazar las no necesarias',
    'Cerrar este aviso equivale a rechazar.',
    'No, gracias',
    'No vender ni compartir mi información personal',
    'Solo si acepta usamos cookies para medir el uso del sitio.',
    'Puede aceptar todas las cookies o configurarlas.',
  ],
  it: [
    'Continua senza accettare',
    'La chiusura del banner mediante la X comporta il permanere delle impostazioni predefinite e la continuazione della navigazione in assenza di cookie.',
    'Chiudendo questo banner rifiuti i cookie facoltativi.',
    'Se rifiuti, alcune funzioni del sito potrebbero non essere disponibili.',
    'Rifiuta i cookie non necessari',
    'No, grazie',
    'Solo con il Suo consenso misuriamo l’utilizzo del sito.',
    'Scorrere la pagina non equivale a prestare il consenso.',
    'Può accettare o rifiutare i cookie.',
  ],
  pt: [
    'Continuar sem aceitar',
    'Se recusar, algumas funções do site podem não funcionar.',
    'Recusar os cookies não necessários',
    'Fechar este aviso significa recusar.',
    'Não, obrigado',
    'Só com o seu consentimento medimos a utilização do site.',
    'Pode aceitar ou recusar e continuar a navegar.',
    'Não vender nem partilhar as minhas informações pessoais',
  ],
  nl: [
    'Doorgaan zonder te accepteren',
    'Als u weigert, werken sommige functies van de website niet.',
    'Niet-noodzakelijke cookies weigeren',
    'Verder surfen geldt niet als toestemming.',
    'Nee, bedankt',
    'Alleen met uw toestemming meten wij het gebruik van de website.',
    'Sluit u deze melding, dan plaatsen wij geen cookies.',
    'Mijn persoonsgegevens niet verkopen of delen',
    'U kunt onze site gebruiken zonder cookies te accepteren.',
  ],
  pl: [
    'Kontynuuj bez akceptacji',
    'Jeśli odmówisz, niektóre funkcje strony mogą nie działać.',
    'Odrzuć pliki cookie, które nie są niezbędne',
    'Dalsze przeglądanie strony nie oznacza zgody.',
    'Nie, dziękuję',
    'Tylko za Twoją zgodą mierzymy, jak korzystasz ze strony.',
    'Zamknięcie banera nie oznacza zgody.',
    'Nie sprzedawaj ani nie udostępniaj moich danych osobowych',
  ],
  ar: [
    'يمكنك متابعة التصفح دون موافقتك.',
    'إذا رفضت، فقد لا تعمل بعض ميزات الموقع.',
    'رفض الكل',
    'إغلاق هذا الإشعار لا يعني أنك توافق.',
    'لا نستخدم ملفات تعريف الارتباط إلا بموافقتك.',
    'عدم بيع معلوماتي الشخصية أو مشاركتها',
  ],
};

const rows = (examples: Examples) =>
  Object.entries(examples).flatMap(([language, texts]) => texts.map((text) => [language, text] as const));

test.each(rows(continuing))('%s: “%s” takes browsing as consent', (locale, text) => {
  expect(wordingsIn(locale, { text })).toEqual(['wording/continuing']);
});

test.each(rows(closing))('%s: “%s” takes closing as consent', (locale, text) => {
  expect(wordingsIn(locale, { text })).toEqual(['wording/closing']);
});

test.each(rows(wall))('%s: “%s” makes access depend on consent or payment', (locale, text) => {
  expect(wordingsIn(locale, { text })).toEqual(['wording/cookie-wall']);
});

test.each(rows(pressure))(
  '%s: “%s” puts visitors under pressure, as a text and as a label',
  (locale, text) => {
    expect(wordingsIn(locale, { text })).toEqual(['wording/pressure']);
    expect(wordingsIn(locale, { label: text })).toEqual(['wording/pressure']);
  },
);

test.each(rows(threat))('%s: “%s” threatens those who refuse', (locale, text) => {
  expect(wordingsIn(locale, { text })).toEqual(['wording/pressure']);
});

test.each(rows(silence))('%s: “%s” takes silence as consent', (locale, text) => {
  expect(wordingsIn(locale, { text })).toEqual(['wording/silence']);
});

test.each(rows(noWithdrawal))('%s: “%s” rules a later change out', (locale, text) => {
  expect(wordingsIn(locale, { text })).toEqual(['wording/no-withdrawal']);
});

test.each(rows(doubleNegative))(
  '%s: “%s” is a double negative on a button or beside a switch',
  (locale, label) => {
    expect(wordingsIn(locale, { label })).toEqual(['wording/double-negative']);
    expect(wordingsIn(locale, { heading: label })).toContain('wording/double-negative');
  },
);

test.each(rows(harmless))('%s: “%s” is harmless, as a text and as a label', (locale, text) => {
  expect([...wordingsIn(locale, { text }), ...wordingsIn(locale, { label: text })]).toEqual([]);
});

test.each([
  ['en', 'Do not sell my personal information', 'No'],
  ['de', 'Meine Daten nicht verkaufen', 'Nein'],
  ['fr', 'Ne pas vendre mes informations', 'Oui'],
  ['es', 'No vender mi información', 'Sí'],
  ['it', 'Non vendere le mie informazioni', 'No'],
  ['pt', 'Não vender as minhas informações', 'Sim'],
  ['nl', 'Mijn gegevens niet verkopen', 'Ja'],
  ['pl', 'Nie sprzedawaj moich danych', 'Tak'],
  ['ar', 'عدم بيع معلوماتي', 'نعم'],
])(
  '%s: “%s” with “%s”, or with a switch, says the opposite of what it seems to say',
  (locale, statement, answer) => {
    expect(wordingsIn(locale, { text: statement, label: answer })).toEqual(['wording/double-negative']);
    expect(wordingsIn(locale, { heading: statement })).toEqual(['wording/double-negative']);
  },
);

describe('real texts', () => {
  test.each(bannerTextLocales)('the built-in texts in %s have no such wording', (locale) => {
    const { banners, gpc, modal, categories, buttons } = bannerTexts(locale);
    for (const part of [
      ...Object.values(banners),
      ...Object.values(gpc),
      modal,
      ...Object.values(categories),
    ]) {
      expect([part.htmlText, wordingsIn(locale, { text: part.htmlText, heading: part.heading })]).toEqual([
        part.htmlText,
        [],
      ]);
    }
    for (const label of Object.values(buttons))
      expect([label, wordingsIn(locale, { label })]).toEqual([label, []]);
  });

  const directory = 'examples/profiles';
  test.each(readdirSync(directory).filter((file) => file.endsWith('.json')))(
    '%s has no such wording',
    (file) => {
      const { defaultLocale, profileJson, localeContent } = JSON.parse(
        readFileSync(join(directory, file), 'utf8'),
      );
      const locales = [
        { ...profileJson, locale: defaultLocale },
        ...Object.entries<object>(localeContent).map(([locale, content]) => ({ ...content, locale })),
      ];
      const { warnings } = validateCompliance({ locales }, { group: 'opt-in', now: 0 });
      expect(warnings.filter(({ rule }) => rule.startsWith('wording/'))).toEqual([]);
    },
  );
});

/** Nobody has written wordings for these yet: docs/guide/compliance.md. */
const withoutWordings = ['el', 'fa', 'he', 'ja'];
test.each(bannerTextLocales.filter((locale) => !withoutWordings.includes(locale)))(
  'there are wordings for the built-in texts in %s',
  (locale) => {
    expect(wordingsFor(locale)?.language).toBe(locale.split('-', 1)[0]);
  },
);

test('a language without wordings is left alone, and a regional locale has those of its language', () => {
  expect(wordingsIn('ja', { text: 'By continuing to browse this site, you accept cookies.' })).toEqual([]);
  expect(wordingsIn('en-GB', { text: 'By continuing to browse this site, you accept cookies.' })).toEqual([
    'wording/continuing',
  ]);
});

test('markup, entities and typography do not hide a wording', () => {
  expect(
    wordingsIn('fr', {
      text: 'En <b>poursuivant</b> votre&nbsp;navigation, vous accept&#101;z l&#x2019;utilisation de cookies',
    }),
  ).toEqual(['wording/continuing']);
  expect(
    wordingsIn('en', { text: 'By con\u00adtinuing to <em>browse</em>\nyou&nbsp;ACCEPT cookies' }),
  ).toEqual(['wording/continuing']);
});

describe('patterns', () => {
  const patterns = languagePhrases.flatMap(
    ({ language, refusal, yesOrNo, close, acceptance, rejection, payment, advertising, ...topics }) =>
      [
        refusal,
        yesOrNo,
        close,
        acceptance,
        rejection,
        payment,
        advertising,
        ...Object.values(topics).flatMap((phrases) =>
          phrases.flatMap(({ all, none }) => [...all, ...(none ? [none] : [])]),
        ),
      ].map((pattern) => [language, pattern] as const),
  );

  test.each(patterns)(
    '%s %s repeats nothing without a limit and is written in folded text',
    (_language, { source, flags }) => {
      expect(source.replace(/\\./g, '')).not.toMatch(/[*+]|\{\d+,\}/);
      expect(foldText(source)).toBe(source);
      expect(flags).toBe('');
      // A class of other characters must leave out the line break, which ends a sentence.
      expect(source.replace(/\[\^[^\]]*\\n[^\]]*\]/g, '')).not.toMatch(/\\[sSWDn]|\[\^|\(\?[=!<]/);
    },
  );

  const kinds = [
    'continuing',
    'closing',
    'wall',
    'pressure',
    'silence',
    'noWithdrawal',
    'doubleNegative',
  ] as const;
  const isFound = (phrases: readonly Phrase[], sentence: string) =>
    phrases.some(({ all, none }) => all.every((part) => part.test(sentence)) && !none?.test(sentence));
  /** Texts that a pattern matches, apart from where words end. */
  const textsOf = ({ source }: RegExp) =>
    fc.stringMatching(new RegExp(`^(?:${source.replace(/\\b|\^(?!a-z)|\$/g, '')})$`));
  /** A sentence with what a phrase looks for, in any order, and at times with what makes it harmless. */
  const sentenceOf = ({ all, none }: Phrase) =>
    fc
      .tuple(
        ...all.map(textsOf),
        none === undefined ? fc.constant('') : fc.option(textsOf(none), { nil: '', freq: 4 }),
        fc.constantFrom('', '', 'x', 'cookies'),
      )
      .chain((parts) => fc.shuffledSubarray(parts, { minLength: parts.length }))
      .map((parts) => parts.join(' '));

  test.each(
    languagePhrases.flatMap((phrases) => kinds.map((kind) => [phrases.language, kind, phrases] as const)),
  )(
    '%s %s: the text of a whole locale is found exactly when one of its sentences is',
    (language, kind, { [kind]: phrases }) => {
      const seen = { found: 0, harmless: 0 };
      const sentences = fc.array(fc.oneof(...phrases.map(sentenceOf), fc.constant('we use cookies')), {
        minLength: 1,
        maxLength: 4,
      });
      fc.assert(
        fc.property(sentences, fc.constantFrom('. ', '\n', ' • '), (list, separator) => {
          const lines = toLines(list.join(separator));
          const expected = lines.split('\n').some((line) => isFound(phrases, line));
          seen[expected ? 'found' : 'harmless'] += 1;
          expect(wordingsFor(language)?.[kind].test(lines)).toBe(expected);
        }),
        { numRuns: 200 },
      );
      expect(Math.min(seen.found, seen.harmless)).toBeGreaterThan(0);
    },
  );

  test.each(
    languagePhrases.flatMap((phrases) => kinds.map((kind) => [phrases.language, kind, phrases] as const)),
  )(
    '%s %s: each phrase is found by itself, also between other sentences',
    (language, kind, { [kind]: phrases }) => {
      for (const phrase of phrases) {
        const sentence = fc
          .sample(sentenceOf(phrase), { numRuns: 400, seed: 1 })
          .map((text) => toLines(text))
          .find((text) => !text.includes('\n') && isFound([phrase], text));
        expect(sentence).toBeDefined();
        for (const lines of [sentence, `we use cookies\n${sentence}\nx`])
          expect(wordingsFor(language)?.[kind].test(lines as string)).toBe(true);
      }
    },
  );

  test('take time in proportion to the text', async () => {
    const htmlText = 'by continuing to continue you you accept continuing '.repeat(400);
    const locales = languagePhrases.map(({ language }) => ({
      locale: language,
      mainBanner: { htmlText: `<p>${htmlText}</p>` },
    }));
    const judge = () => validateCompliance({ locales }, { group: 'opt-in', now: 0 });
    expect(await costOf(judge)).toBeLessThan(120);
  });
});

describe('labels', () => {
  const rules = ['button/misleading-label', 'button/pay-to-refuse', 'gpc/banner-accepts-only'];
  const judge = (
    locale: string,
    [accept, refuse]: readonly [string, string],
    { section = 'mainBanner' }: { section?: string } = {},
  ) => {
    const buttons = [
      { text: accept, action: 'custom', cookies: '*' },
      { text: refuse, action: 'custom', cookies: '!' },
    ];
    const { errors, warnings } = validateCompliance(
      { cookies: { ad: { purpose: 'marketing' } }, locales: [{ locale, [section]: { buttons } }] },
      { group: 'opt-in', now: Date.UTC(2026, 10, 22) },
    );
    return [...errors, ...warnings]
      .filter(({ rule }) => rules.includes(rule))
      .map(({ rule, field }) => `${rule} ${field}`);
  };
  const pairs: readonly (readonly [string, string, string])[] = [
    ['en', 'Accept all', 'Reject all'],
    ['de', 'Alle akzeptieren', 'Alle ablehnen'],
    ['fr', 'Tout accepter', 'Tout refuser'],
    ['es', 'Aceptar todo', 'Rechazar todo'],
    ['it', 'Accetta tutto', 'Rifiuta tutto'],
    ['pt', 'Aceitar tudo', 'Recusar tudo'],
    ['nl', 'Alles accepteren', 'Alles weigeren'],
    ['pl', 'Akceptuj wszystkie', 'Odrzuć wszystkie'],
    ['ar', 'قبول الكل', 'رفض الكل'],
  ];

  test.each(pairs)(
    '%s: “%s” and “%s” are found where they are swapped or the same',
    (locale, accept, refuse) => {
      expect(judge(locale, [accept, refuse])).toEqual([]);
      expect(judge(locale, [refuse, accept])).toEqual([
        'button/misleading-label buttons[0].text',
        'button/misleading-label buttons[1].text',
      ]);
      expect(judge(locale, [accept, accept])).toEqual(['button/misleading-label buttons[1].text']);
      expect(judge(locale, [accept, refuse], { section: 'preferenceModal' })).toEqual([]);
    },
  );

  test('labels that are the same are found in a language without wordings', () => {
    expect(judge('ja', ['はい', 'はい'])).toEqual(['button/misleading-label buttons[1].text']);
    expect(judge('ja', ['同意する', '拒否する'])).toEqual([]);
  });

  test.each([
    ['en', 'Subscribe for 9.99 EUR'],
    ['de', 'Pur-Abo abschließen'],
    ['fr', 'S’abonner'],
    ['es', 'Suscribirse por 3 €'],
    ['it', 'Abbonati'],
    ['pt', 'Subscrever'],
    ['nl', 'Abonnement nemen'],
    ['pl', 'Wykup za 9 zł'],
    ['ar', 'اشترك الآن'],
    ['ja', '9.99 EUR'],
  ])('%s: “%s” on the refusing button asks for a payment', (locale, label) => {
    expect(judge(locale, ['OK', label])).toContain('button/pay-to-refuse buttons[1].text');
  });

  test.each(bannerTextLocales)('the built-in labels in %s say what they do', (locale) => {
    const { buttons } = bannerTexts(locale);
    expect(judge(locale, [buttons.acceptAll, buttons.rejectAll])).toEqual([]);
  });

  test('a gpcBanner whose every button accepts is found, one that keeps the opt-out is not', () => {
    const gpc = (...cookies: string[]) => {
      const buttons = cookies.map((of) => ({ text: `Button ${of}`, action: 'custom', cookies: of }));
      const { warnings } = validateCompliance(
        { cookies: { ad: { purpose: 'marketing' } }, locales: [{ locale: 'en', gpcBanner: { buttons } }] },
        { group: 'opt-out-strict', now: Date.UTC(2026, 10, 22) },
      );
      return warnings.some(({ rule }) => rule === 'gpc/banner-accepts-only');
    };
    expect([gpc('*'), gpc('*', '!'), gpc('!'), gpc()]).toEqual([true, false, false, false]);
  });
});

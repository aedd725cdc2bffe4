import { defineWords } from '../../words';
import type { Unlisted } from './finding';

type Kinds = Readonly<Record<Unlisted['kind'], string>>;
type Certainties = Readonly<Record<NonNullable<Unlisted['match']>['certainty'], string>>;

/** Words about what no live banner lists. */
export const unlistedWords = defineWords({
  en: {
    kinds: {
      cookie: 'Cookie',
      localStorage: 'Local storage',
      sessionStorage: 'Session storage',
      indexedDB: 'IndexedDB',
      host: 'Host',
    } as Kinds,
    unknown: 'Not in the cookie catalogue: only you know what it is for.',
    tooGeneral: 'The name also stands for others: add the cookie or host in the banner, under its full name.',
    leftOut: (count: number) =>
      count === 1
        ? 'One cannot be listed: its name also stands for others.'
        : `${count} cannot be listed: their names also stand for others.`,
    certainties: {
      name: 'Certain: the catalogue has exactly this name.',
      pattern: 'Likely: the name fits a pattern of the catalogue.',
      domain: 'Likely: the host belongs to this company.',
      company: 'Only the company is known: check what it is for.',
    } as Certainties,
    noTextIn: (languages: string) => `The catalogue has no text in ${languages}.`,
    morePages: (count: number) => `and ${count} more`,
    select: 'Select',
    selectOne: (name: string) => `Select ${name}`,
    selectAll: 'Select all',
    selected: (count: number) => `${count} selected`,
    listThem: 'List',
    things: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
    list: 'List it',
    listAs: 'List …',
    listIn: (category: string) => `List in ${category}`,
    otherCategory: 'Another category …',
    listNamed: (name: string) => `List ${name}`,
    listSeveral: (count: number) => `List ${count} entries`,
    save: 'Save',
    saveText: (banners: readonly string[]) =>
      banners.length === 1
        ? `Saves a new version of “${banners[0]}”. Visitors see it once you publish it.`
        : `Saves a new version of ${banners.length} banners. Visitors see them once you publish them.`,
    category: 'Category',
    choose: 'Choose a category',
    byPurpose: 'The category for its purpose in each banner',
    noCommon: 'The banners have no category in common. Choose one banner first.',
    description: 'Description for visitors',
    describeIt: 'In the default language of the banner. Translate it there.',
    allBanners: 'All live banners',
    savedAs: (names: string, banner: string, version: number) =>
      `${names}: saved as version ${version} of “${banner}”, not published yet.`,
    alreadySaved: (banner: string, version: number) =>
      `Version ${version} of “${banner}” lists this already.`,
    untranslated: (languages: string) => `Texts are missing in ${languages}.`,
    review: 'Review and publish',
    waiting: 'Waiting for publication',
    waitsIn: (names: string, banner: string, version: number) =>
      `${names}: in version ${version} of “${banner}”.`,
    noneUnlisted: 'Your live banners list everything that was seen',
    shownOf: (shown: number, total: number) =>
      `The ${shown} seen last of ${total}. List or ignore some to see the others.`,
  },
  de: {
    kinds: {
      cookie: 'Cookie',
      localStorage: 'Local Storage',
      sessionStorage: 'Session Storage',
      indexedDB: 'IndexedDB',
      host: 'Host',
    },
    unknown: 'Nicht im Cookie-Katalog: Nur Sie wissen, wozu es dient.',
    tooGeneral:
      'Der Name steht auch für andere: Tragen Sie das Cookie oder den Host mit vollständigem Namen im Banner ein.',
    leftOut: (count) =>
      count === 1
        ? 'Ein Eintrag kann nicht aufgenommen werden: Sein Name steht auch für andere.'
        : `${count} Einträge können nicht aufgenommen werden: Ihre Namen stehen auch für andere.`,
    certainties: {
      name: 'Sicher: Der Katalog kennt genau diesen Namen.',
      pattern: 'Wahrscheinlich: Der Name passt zu einem Muster des Katalogs.',
      domain: 'Wahrscheinlich: Der Host gehört zu dieser Firma.',
      company: 'Nur die Firma ist bekannt: Prüfen Sie, wozu es dient.',
    },
    noTextIn: (languages) => `Der Katalog hat keinen Text in: ${languages}.`,
    morePages: (count) => `und ${count} weitere`,
    select: 'Auswählen',
    selectOne: (name) => `${name} auswählen`,
    selectAll: 'Alle auswählen',
    selected: (count) => `${count} ausgewählt`,
    listThem: 'Aufnehmen',
    things: (count) => (count === 1 ? '1 Eintrag' : `${count} Einträge`),
    list: 'Aufnehmen',
    listAs: 'Aufnehmen …',
    listIn: (category) => `In „${category}“ aufnehmen`,
    otherCategory: 'Andere Kategorie …',
    listNamed: (name) => `${name} aufnehmen`,
    listSeveral: (count) => `${count} Einträge aufnehmen`,
    save: 'Speichern',
    saveText: (banners) =>
      banners.length === 1
        ? `Speichert eine neue Version von „${banners[0]}“. Besucher sehen sie, sobald Sie sie veröffentlichen.`
        : `Speichert eine neue Version von ${banners.length} Bannern. Besucher sehen sie, sobald Sie sie veröffentlichen.`,
    category: 'Kategorie',
    choose: 'Kategorie wählen',
    byPurpose: 'In jedem Banner die Kategorie seines Zwecks',
    noCommon: 'Die Banner haben keine gemeinsame Kategorie. Wählen Sie zuerst ein Banner.',
    description: 'Beschreibung für Besucher',
    describeIt: 'In der Standardsprache des Banners. Übersetzen können Sie sie dort.',
    allBanners: 'Alle Banner, die live sind',
    savedAs: (names, banner, version) =>
      `${names}: gespeichert als Version ${version} von „${banner}“, noch nicht veröffentlicht.`,
    alreadySaved: (banner, version) => `Version ${version} von „${banner}“ enthält das schon.`,
    untranslated: (languages) => `Texte fehlen in: ${languages}.`,
    review: 'Prüfen und veröffentlichen',
    waiting: 'Wartet auf Veröffentlichung',
    waitsIn: (names, banner, version) => `${names}: in Version ${version} von „${banner}“.`,
    noneUnlisted: 'Ihre Banner, die live sind, nennen alles, was sich zeigte',
    shownOf: (shown, total) =>
      `Die ${shown} zuletzt gesehenen von ${total}. Nehmen Sie einige auf oder ignorieren Sie sie, um die übrigen zu sehen.`,
  },
  fr: {
    kinds: {
      cookie: 'Cookie',
      localStorage: 'Stockage local',
      sessionStorage: 'Stockage de session',
      indexedDB: 'IndexedDB',
      host: 'Hôte',
    },
    unknown: 'Absent du catalogue de cookies : vous seul savez à quoi il sert.',
    tooGeneral:
      'Ce nom désigne aussi d’autres éléments : ajoutez le cookie ou l’hôte au bandeau, sous son nom complet.',
    leftOut: (count) =>
      count === 1
        ? 'Un élément ne peut pas être ajouté : son nom en désigne aussi d’autres.'
        : `${count} éléments ne peuvent pas être ajoutés : leurs noms en désignent aussi d’autres.`,
    certainties: {
      name: 'Certain : le catalogue contient exactement ce nom.',
      pattern: 'Probable : le nom correspond à un modèle du catalogue.',
      domain: 'Probable : l’hôte appartient à cette entreprise.',
      company: 'Seule l’entreprise est connue : vérifiez à quoi il sert.',
    },
    noTextIn: (languages) => `Le catalogue n’a pas de texte dans ces langues : ${languages}.`,
    morePages: (count) => `et ${count} autres`,
    select: 'Sélectionner',
    selectOne: (name) => `Sélectionner ${name}`,
    selectAll: 'Tout sélectionner',
    selected: (count) => `Sélection : ${count}`,
    listThem: 'Ajouter',
    things: (count) => (count === 1 ? '1 élément' : `${count} éléments`),
    list: 'Ajouter à la liste',
    listAs: 'Ajouter…',
    listIn: (category) => `Ajouter à « ${category} »`,
    otherCategory: 'Autre catégorie…',
    listNamed: (name) => `Ajouter ${name} à la liste`,
    listSeveral: (count) => `Ajouter ${count} éléments à la liste`,
    save: 'Enregistrer',
    saveText: (banners) =>
      banners.length === 1
        ? `Enregistre une nouvelle version de « ${banners[0]} ». Les visiteurs la voient dès que vous la publiez.`
        : `Enregistre une nouvelle version de ${banners.length} bandeaux. Les visiteurs les voient dès que vous les publiez.`,
    category: 'Catégorie',
    choose: 'Choisir une catégorie',
    byPurpose: 'La catégorie de sa finalité dans chaque bandeau',
    noCommon: 'Les bandeaux n’ont aucune catégorie en commun. Choisissez d’abord un bandeau.',
    description: 'Description pour les visiteurs',
    describeIt: 'Dans la langue par défaut du bandeau. Traduisez-la dans le bandeau.',
    allBanners: 'Tous les bandeaux en ligne',
    savedAs: (names, banner, version) =>
      `${names} : enregistré dans la version ${version} de « ${banner} », pas encore publiée.`,
    alreadySaved: (banner, version) => `La version ${version} de « ${banner} » le contient déjà.`,
    untranslated: (languages) => `Il manque des textes dans ces langues : ${languages}.`,
    review: 'Vérifier et publier',
    waiting: 'En attente de publication',
    waitsIn: (names, banner, version) => `${names} : dans la version ${version} de « ${banner} ».`,
    noneUnlisted: 'Vos bandeaux en ligne mentionnent tout ce qui a été constaté',
    shownOf: (shown, total) =>
      `Les ${shown} derniers constatés sur ${total}. Ajoutez-en ou ignorez-en pour voir les autres.`,
  },
  es: {
    kinds: {
      cookie: 'Cookie',
      localStorage: 'Almacenamiento local',
      sessionStorage: 'Almacenamiento de sesión',
      indexedDB: 'IndexedDB',
      host: 'Host',
    },
    unknown: 'No está en el catálogo de cookies: solo usted sabe para qué sirve.',
    tooGeneral:
      'El nombre también designa otros elementos: añada la cookie o el host al aviso con su nombre completo.',
    leftOut: (count) =>
      count === 1
        ? 'Un elemento no se puede añadir: su nombre también designa otros.'
        : `${count} elementos no se pueden añadir: sus nombres también designan otros.`,
    certainties: {
      name: 'Seguro: el catálogo tiene exactamente este nombre.',
      pattern: 'Probable: el nombre se ajusta a un patrón del catálogo.',
      domain: 'Probable: el host pertenece a esta empresa.',
      company: 'Solo se conoce la empresa: compruebe para qué sirve.',
    },
    noTextIn: (languages) => `El catálogo no tiene texto en estos idiomas: ${languages}.`,
    morePages: (count) => `y ${count} más`,
    select: 'Seleccionar',
    selectOne: (name) => `Seleccionar ${name}`,
    selectAll: 'Seleccionar todo',
    selected: (count) => `Selección: ${count}`,
    listThem: 'Añadir',
    things: (count) => (count === 1 ? '1 elemento' : `${count} elementos`),
    list: 'Añadir a la lista',
    listAs: 'Añadir…',
    listIn: (category) => `Añadir a «${category}»`,
    otherCategory: 'Otra categoría…',
    listNamed: (name) => `Añadir ${name} a la lista`,
    listSeveral: (count) => `Añadir ${count} elementos a la lista`,
    save: 'Guardar',
    saveText: (banners) =>
      banners.length === 1
        ? `Guarda una nueva versión de «${banners[0]}». Los visitantes la verán cuando la publique.`
        : `Guarda una nueva versión de ${banners.length} avisos. Los visitantes las verán cuando las publique.`,
    category: 'Categoría',
    choose: 'Elegir una categoría',
    byPurpose: 'En cada aviso, la categoría de su finalidad',
    noCommon: 'Los avisos no tienen ninguna categoría en común. Elija primero un aviso.',
    description: 'Descripción para los visitantes',
    describeIt: 'En el idioma predeterminado del aviso. Tradúzcala en el aviso.',
    allBanners: 'Todos los avisos publicados',
    savedAs: (names, banner, version) =>
      `${names}: guardado en la versión ${version} de «${banner}», aún sin publicar.`,
    alreadySaved: (banner, version) => `La versión ${version} de «${banner}» ya lo incluye.`,
    untranslated: (languages) => `Faltan textos en estos idiomas: ${languages}.`,
    review: 'Revisar y publicar',
    waiting: 'A la espera de publicación',
    waitsIn: (names, banner, version) => `${names}: en la versión ${version} de «${banner}».`,
    noneUnlisted: 'Sus avisos publicados mencionan todo lo que se ha visto',
    shownOf: (shown, total) =>
      `Los ${shown} vistos por última vez de ${total}. Añada o ignore algunos para ver los demás.`,
  },
});

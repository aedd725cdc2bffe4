import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'Używamy plików cookie i podobnych technologii.';
const always = 'Te, które są niezbędne do działania strony, są zawsze włączone.';
const uses =
  'Używamy plików cookie i podobnych technologii, aby strona mogła działać, aby zapamiętać Twoje ustawienia, mierzyć, jak korzystasz ze strony, i wyświetlać reklamy.';
const more = `Więcej informacji zawiera nasza ${policyLink('polityka prywatności')}.`;
const closing = 'Jeśli zamkniesz ten komunikat, wszystko, co wymaga Twojej zgody, pozostanie wyłączone.';
const signal = 'Twoja przeglądarka wysyła sygnał Global Privacy Control.';

export const pl: LanguageTexts = {
  locale: 'pl',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'Najpierw pytamy o zgodę',
      htmlText: paragraph(
        'Nic, co nie jest niezbędne, nie dzieje się tutaj bez Twojej wcześniejszej zgody.',
        'O każdym celu decydujesz osobno, także o tym, czy dane mogą być przekazywane wskazanym odbiorcom i wysyłane za granicę.',
        'Nic nie jest zaznaczone z góry, odmowa nie ma dla Ciebie żadnych negatywnych skutków, a każdą zgodę możesz w dowolnym momencie wycofać w ustawieniach prywatności.',
        closing,
        `Nasza ${policyLink('polityka prywatności')} wyjaśnia, kto odpowiada za Twoje dane, kto je otrzymuje i w jakich krajach,`,
        'jak długo są przechowywane oraz jak możesz skorzystać ze swoich praw lub złożyć skargę.',
      ),
    },
    'opt-in': {
      heading: 'Twoje dane, Twój wybór',
      htmlText: paragraph(
        technologies,
        always,
        'Tylko za Twoją zgodą zapamiętujemy Twoje preferencje, mierzymy, jak korzystasz ze strony, i wyświetlamy reklamy dopasowane do Twoich zainteresowań.',
        'Dane trafiają wtedy także do dostawców wskazanych w ustawieniach prywatności.',
        'Odmówić możesz równie łatwo, a zgodę możesz tam w dowolnym momencie wycofać.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'Twoje dane, Twój wybór',
      htmlText: paragraph(
        technologies,
        always,
        'Ponadto liczymy odwiedziny i zapamiętujemy, jak ma wyglądać strona, wyłącznie po to, aby ją ulepszać;',
        'w każdej chwili możesz się temu sprzeciwić w ustawieniach prywatności.',
        'Reklamy i przekazywanie danych na ich potrzeby są możliwe tylko za Twoją zgodą, którą również możesz tam wycofać.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'Twoje wybory dotyczące prywatności',
      htmlText: paragraph(
        uses,
        'Możemy przy tym sprzedawać dane osobowe partnerom reklamowym, udostępniać im je lub wykorzystywać do reklamy ukierunkowanej.',
        `W każdej chwili możesz z tego zrezygnować: ${choicesLink('Nie sprzedawaj ani nie udostępniaj moich danych osobowych')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'Jak ta strona wykorzystuje dane',
      htmlText: paragraph(
        uses,
        'Dane mogą trafiać do partnerów, także w innych krajach.',
        `Możesz odmówić teraz lub później, ze skutkiem natychmiastowym: ${choicesLink('odmów lub wybierz')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'Jak ta strona wykorzystuje dane',
      htmlText: paragraph(
        uses,
        `Nasza ${policyLink('polityka prywatności')} wyjaśnia, o jakie dane chodzi, kto je otrzymuje i jak możesz to ograniczyć.`,
      ),
    },
    'necessary-only': {
      heading: 'Tylko to, co niezbędne',
      htmlText: paragraph(
        'Ta strona używa wyłącznie plików cookie i podobnych technologii, które są niezbędne do jej działania.',
        'Nie wymagają one Twojej zgody, więc nie ma tu nic do wyboru.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('Administrator danych na tej stronie: {controller}.'),
    partners: paragraph('Liczba partnerów, którzy mogą otrzymać dane: {partners}.'),
    limitSensitive: paragraph(
      `Możesz też ograniczyć wykorzystywanie danych wrażliwych: ${choicesLink('Ogranicz wykorzystywanie moich wrażliwych danych osobowych')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'Otrzymaliśmy Twój sygnał prywatności',
      htmlText: paragraph(
        signal,
        'Traktujemy go jako odmowę: reklamy i przekazywanie danych na ich potrzeby są wyłączone.',
        `Nie musisz robić nic więcej; jeśli wolisz inaczej, ${choicesLink('wybierz samodzielnie')}.`,
        more,
      ),
    },
    binding: {
      heading: 'Uwzględniliśmy Twój sprzeciw',
      htmlText: paragraph(
        signal,
        'Traktujemy go jako Twój sprzeciw: Twoje dane osobowe nie są sprzedawane, udostępniane ani wykorzystywane do reklamy ukierunkowanej.',
        `Nie musisz robić nic więcej. Zmienić to może tylko Twój odrębny wybór: ${choicesLink('Twoje wybory dotyczące prywatności')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Ustawienia prywatności',
    htmlText: paragraph(
      'Zdecyduj tutaj, co może się dziać z Twoimi danymi. W każdej chwili możesz tu wrócić i zmienić swój wybór.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Niezbędne',
      htmlText: paragraph(
        'Potrzebne do działania i bezpieczeństwa strony oraz do zapamiętania tego wyboru. Nie można ich wyłączyć.',
      ),
    },
    functional: {
      heading: 'Funkcje',
      htmlText: paragraph(
        'Zapewniają dodatkowe funkcje, takie jak filmy, mapy lub czat. Ich dostawcy otrzymują dane, gdy z nich korzystasz.',
      ),
    },
    preferences: {
      heading: 'Preferencje',
      htmlText: paragraph('Zapamiętują Twoje ustawienia, na przykład język i wygląd, na następną wizytę.'),
    },
    analytics: {
      heading: 'Statystyki',
      htmlText: paragraph(
        'Pokazują nam, jak strona jest używana, abyśmy mogli ją ulepszać. Dane przetwarzają dostawcy wskazani przy plikach cookie.',
      ),
    },
    marketing: {
      heading: 'Marketing',
      htmlText: paragraph(
        'Służy do wyświetlania reklam dopasowanych do Twoich zainteresowań i mierzenia ich skuteczności.',
        'W tym celu dane trafiają do dostawców wskazanych przy plikach cookie, także w innych krajach.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Akceptuj wszystko',
    rejectAll: 'Odrzuć wszystko',
    manage: 'Wybierz',
    save: 'Zapisz wybór',
    acknowledge: 'OK',
  },
  thisSite: 'Ta witryna',
  cookies: {
    session: 'Podtrzymuje sesję, na przykład logowanie.',
    visitor: 'Łączy tę przeglądarkę z zapisem jej wyboru dotyczącego prywatności.',
    choice: 'Zapamiętuje ten wybór dotyczący prywatności.',
    proof: 'Uniemożliwia innym odczytanie lub zmianę tego wyboru dotyczącego prywatności.',
    language: 'Zapamiętuje język.',
    visitors: 'Rozróżnia odwiedzających, aby można było liczyć wizyty.',
    visits: 'Przechowuje stan wizyty.',
    audiences: 'Mierzy reklamy i znajduje dla nich odbiorców.',
    clicks: 'Mierzy, co następuje po kliknięciu reklamy.',
    adsElsewhere: 'Wybiera i ogranicza reklamy w innych witrynach.',
  },
};

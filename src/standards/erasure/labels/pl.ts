import type { ErasureLabels } from './erasure-label-types';

export const pl: ErasureLabels = {
  locale: 'pl',
  title: 'Zaświadczenie o usunięciu',
  leads: {
    visitor: 'To zaświadczenie potwierdza, że dane o zgodzie jednego użytkownika strony usunięto {date}.',
    subject:
      'To zaświadczenie potwierdza, że dane o zgodzie jednej osoby usunięto {date} na wszystkich powiązanych urządzeniach.',
    incomplete:
      'Usuwanie danych o zgodzie jednej osoby rozpoczęte {date} zostało przerwane i nie jest pełne. Usunięto tylko dane odwiedzających policzonych w tym zaświadczeniu.',
  },
  sections: {
    erased: 'Co usunięto',
    request: 'Kto o to wystąpił',
    kept: 'Co jest przechowywane i dlaczego',
    visitors: 'Odwiedzający',
    verify: 'Jak sprawdzić to zaświadczenie',
  },
  fields: {
    number: 'Numer',
    code: 'Kod',
    erasedAt: 'Usunięto',
    askedBy: 'Kto usunął',
    operator: 'Pracownik',
    reason: 'Powód',
    visitors: 'Odwiedzający',
    records: 'Zgody',
    states: 'Stany w historii',
    parentalRequests: 'Prośby do rodziców',
    person: 'Skrót osoby',
    basis: 'Podstawa prawna',
    address: 'Adres',
    visitor: 'Skrót identyfikatora',
    auditEntry: 'Wpis w dzienniku audytu',
  },
  by: {
    visitor: 'Sam odwiedzający',
    unproven: 'Sam odwiedzający (niepotwierdzone)',
    apiKey: 'Serwer strony',
    operator: 'Pracownik strony',
  },
  kept: {
    auditLog:
      'Dziennik audytu przechowuje, kiedy i przez kogo dane zostały usunięte, ze skrótem z kluczem zamiast identyfikatora.',
    certificate:
      'To zaświadczenie jest przechowywane przez ograniczony czas, aby można było wydać je ponownie.',
  },
  statistics: 'Statystyki zawierają tylko liczby, które nikogo nie wskazują.',
  backups: 'Kopie zapasowe znikają, gdy zostaną zastąpione.',
  hashes:
    'Skróty zastępują identyfikatory. Bez identyfikatora i sekretu strony nikt nie może stwierdzić, czyje są.',
  verify:
    'Strona potwierdza numer i kod oraz porównuje je z dziennikiem audytu. Pod poniższym adresem jest zaświadczenie w postaci, w jakiej je wydano.',
  more: 'jeszcze {count} w zaświadczeniu do odczytu maszynowego',
  issued: 'Wydano {date}',
  page: 'Strona {page} z {pages}',
};

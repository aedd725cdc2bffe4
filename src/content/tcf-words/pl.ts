import type { TcfWords } from './tcf-word-types';

export const pl: TcfWords = {
  intro:
    'My i nasi partnerzy (liczba: {count}) przechowujemy informacje na Twoim urządzeniu lub je odczytujemy, na przykład pliki cookie i identyfikatory, oraz przetwarzamy dane osobowe, na przykład dane o przeglądaniu, w tych celach:',
  partners: 'Partnerzy ({count})',
  interest:
    'Niektórzy partnerzy opierają się na prawnie uzasadnionym interesie zamiast na Twojej zgodzie. Możesz się temu sprzeciwić w ustawieniach.',
  scope:
    'Twój wybór dotyczy tylko tej witryny. W ustawieniach prywatności możesz go w każdej chwili zmienić lub wycofać zgodę.',
  purposes: 'Cele',
  specialPurposes: 'Cele specjalne',
  noChoice: 'Nie można ich odrzucić.',
  features: 'Funkcje',
  specialFeatures: 'Funkcje specjalne',
  consent: 'Zgoda',
  legitimateInterest: 'Prawnie uzasadniony interes',
  examples: 'Przykłady',
  retention: 'Okres przechowywania danych',
  cookieLifetime: 'Czas życia plików cookie',
  cookieRefresh: 'Może zostać przedłużony',
  otherStorage: 'Używa też innej pamięci niż pliki cookie',
  data: 'Dane',
  interestClaim: 'Wyjaśnienie prawnie uzasadnionego interesu',
};

import type { LanguagePhrases } from './phrase-types';

const agrees =
  /\b(?:zgadzasz sie|wyrazasz (?:\w{1,14} )?zgode|akceptujesz|wyraza(?: pan| pani| panstwo)? (?:\w{1,14} )?zgode|wyrazaja panstwo (?:\w{1,14} )?zgode|zgadza sie|zgadzaja sie|akceptuje pan|akceptuja panstwo|udzielasz (?:\w{1,14} )?zgody)\b|\b(?:oznacza|jest rownoznaczne|traktujemy|uznajemy|uznaje sie|stanowi|uwaza sie) (?:\w{1,14} ){0,5}(?:zgode|zgoda|zgody|akceptacj)|\b(?:zakladamy|przyjmujemy|uznajemy|uznamy|rozumiemy),? ze (?:\w{1,14} ){0,4}(?:zgadza|akceptuj|wyraza|zgod)|\bsie (?:\w{1,10} )?zgadzasz\b|\bjest (?:jednoznaczne|tozsame) (?:\w{1,14} ){0,4}(?:zgod|akceptacj)/;
const denies =
  /\bnie (?:\w{1,14} ){0,2}(?:oznacza|stanowi|jest|zgadza|wyraza|akceptuj|traktuj|uznaje)|\bbez (?:\w{1,14} )?(?:zgody|akceptacji|wyrazania)|\b(?:lub|albo|i) (?:odmaw|odrzuc)|\b(?:tylko|wylacznie) (?:za|jesli|po|gdy)\b|\bdopiero\b/;

export const pl: LanguagePhrases = {
  language: 'pl',
  continuing: [
    {
      all: [
        /\b(?:kontynuujac|kontynuowanie|kontynuujesz|kontynuuje|pozostajac|przewijajac|przewijanie|przewijasz|przegladajac|dalsze (?:korzystanie|przegladanie|uzywanie|przewijanie)|dalej korzysta\w{0,3}|dalej przeglada\w{0,3}|korzystajac (?:z|dalej)|dalszego (?:korzystania|przegladania))\b/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\b(?:odwiedzajac|uzytkujac|uzywajac|wchodzac|wchodzenie|klikajac (?:w )?(?:dowoln|jakikolwiek|inny)|przechodzac dalej)|\b(?:korzystanie|pozostanie|pozostawanie|przebywanie|uzywanie|przegladanie) (?:ze?|na|z naszej|tej|naszej|stron|serwis|witryn)|\b(?:jesli|jezeli|gdy) (?:\w{1,14} ){0,4}(?:korzystasz|odwiedzasz|pozostajesz|nie zmienisz|nie zmieniasz)\b|\bbez zmiany (?:\w{1,14} ){0,2}ustawien/,
        agrees,
      ],
      none: denies,
    },
  ],
  closing: [
    {
      all: [
        /\b(?:zamykajac|zamkniecie|zamykasz|zamkniesz|zamkniecia|klikajac (?:w )?(?:x|krzyzyk))\b/,
        agrees,
      ],
      none: denies,
    },
  ],
  wall: [
    {
      all: [
        /\b(?:musisz|nalezy|trzeba|konieczne jest|musi pan|musi pani|musza panstwo) (?:\w{1,14} ){0,3}(?:zaakceptowac|zgodzic|wyrazic|wyrazenie)/,
        /\b(?:aby|zeby|by|przed) (?:\w{1,14} ){0,4}(?:korzysta|uzyska|przegladac|czytac|wejsc|kontynuowa|skorzysta|zobaczyc|odwiedz)/,
      ],
      none: /\b(?:film|wideo|map|czat|funkcj|osadzon)/,
    },
    {
      all: [
        /\b(?:nie (?:mozesz|bedziesz mogl\w{0,2}|mozna|jest mozliw\w{1,2})|tylko|dostep (?:\w{1,14} ){0,4}(?:zablokowany|niemozliwy|tylko)|mozesz (?:\w{1,14} ){0,3}tylko)\b/,
        /\b(?:korzystac|przegladac|czytac|wejsc|odwiedzac|odwiedzic|dostep|skorzystac)\b/,
        /\b(?:stron\w{1,3}|serwis\w{0,3}|witryn\w{1,3}|tresci|artykul\w{0,3}|sklep\w{0,2}|uslug\w{0,2})\b/,
        /\b(?:jesli|jezeli|gdy|bez|dopoki|po) (?:\w{1,14} ){0,4}(?:zaakcept|akcept|zgod|odmow|odrzuc|wyraz)/,
      ],
      none: /\b(?:niektor|czesci|wszystkich|wszystkie|w pelni|funkcj|film|rowniez|takze|mierzy|wyswietla)/,
    },
    {
      all: [
        /\bakcept|\bzaakcept|\bzgod|\bcookie|\breklam|\bodrzuc|\bodmow|\bsledzeni/,
        /\b(?:lub|albo|ewentualnie) (?:\w{1,14} ){0,4}(?:subskry\w{1,8}|abonament\w{0,2}|zaplac\w{0,2}|zaplat\w{0,2}|kup|wykup\w{0,2}|oplac\w{0,2})\b|\b(?:subskry\w{1,8}|abonament|zaplac|wykup) (?:\w{1,14} ){0,4}(?:aby odrzucic|i odrzuc|bez (?:reklam|cookies|sledzenia|zgody))|\b(?:odrzuc|odmow|odrzucic) (?:\w{1,14} ){0,3}(?:subskry|abonament|zaplac|platnie|za \d)/,
      ],
      none: /\b(?:newsletter\w{0,2}|koszyk\w{0,2}|zamowieni\w{0,3}|platnosci)\b/,
    },
  ],
  pressure: [
    {
      all: [
        /\b(?:stron\w{1,2}|serwis|witryn\w{1,2}|sklep|aplikacj\w{1,2}|uslug\w{1,2}) (?:\w{1,14} ){0,2}nie (?:\w{1,14} ){0,2}(?:dziala|dzialac|zadziala)\b/,
        /\b(?:jesli|jezeli|bez|dopoki|chyba) (?:\w{1,14} ){0,4}(?:zaakcept|akcept|zgod|odmow|odrzuc)/,
      ],
      none: /\b(?:niektor|czesci|funkcj|moze|moga|film)/,
    },
    {
      all: [
        /\b(?:wole|chce|wybieram|lubie) (?:\w{1,14} ){0,5}(?:gorsz|kiepsk|nudn|nieistotn|niedopasowan|irytujac)/,
      ],
    },
    {
      all: [
        /\b(?:nie (?:obchodzi mnie|zalezy mi|chce|lubie)|rezygnuje z|nienawidze) (?:\w{1,14} ){0,4}(?:prywatnos|bezpieczenstw|oszczedz|znizek|znizki|rabat|ofert|korzysci|lepsz|dobr)/,
      ],
    },
    {
      all: [
        /\b(?:jest nam|bedzie nam|byloby nam) (?:\w{1,8} )?(?:smutno|przykro)|\bjestesmy (?:\w{1,8} )?(?:smutni|rozczarowani|zawiedzeni)/,
      ],
    },
    {
      all: [/\bbedziesz zalowac\b|\bpozalujesz\b|\b(?:ominie|omina) cie\b|\bnie przegap\b|\bstracisz okazj/],
    },
    { all: [/\bnie (?:zostawiaj|opuszczaj|zawiedz) nas\b/] },
    { all: [/\b(?:gorsze|gorszego|kiepskie) (?:doswiadczeni|wrazeni)/] },
    { all: [/\b(?:przetrwani|miejsca pracy) (?:\w{1,14} ){0,5}(?:dziennikar|redakcj|zalez|zagroz)/] },
    {
      all: [
        /\b(?:nie|tak|odmawiam|rezygnuje),? (?:\w{1,14},? ){0,5}(?:trace|strac\w{1,3}|utrac\w{1,3}) (?:\w{1,14} ){0,3}(?:znizk\w{1,3}|rabat\w{0,3}|korzysc\w{1,3}|ofert\w{0,2}|punkt\w{0,3})/,
      ],
    },
    {
      all: [/\bnie chce (?:wspierac|pomagac|pomoc)\b/],
    },
  ],
  silence: [
    {
      all: [/\bautomatyczn/, /\bakcept|\bzaakcept|\bzgod/],
      none: /\b(?:nie|nigdy|zadn\w{1,3}|nic)\b|\b(?:odrzuc|odmow)/,
    },
    {
      all: [
        /\b(?:jesli|jezeli|gdy) (?:\w{1,14} ){0,4}nie (?:\w{1,14} ){0,3}(?:sprzeciw|odmow|odrzuc|zareagujesz|odpowiesz)|\bbrak (?:sprzeciwu|odpowiedzi|reakcji)/,
        /\b(?:\d{1,3}|pieciu|dziesieciu|kilku) (?:sekund\w{0,1}|minut\w{0,1})\b/,
      ],
      none: /\b(?:zadn\w{1,3}|nic)\b/,
    },
    {
      all: [
        /\b(?:jesli|jezeli|gdy) (?:\w{1,14} ){0,4}nie (?:\w{1,14} ){0,3}(?:sprzeciw|odmow|odrzuc|zareagujesz|odpowiesz)|\bbrak (?:sprzeciwu|odpowiedzi|reakcji)/,
        agrees,
      ],
      none: denies,
    },
  ],
  noWithdrawal: [
    {
      all: [
        /\b(?:wybor|wyboru|decyzja|decyzji|zgoda|zgody)\b/,
        /\b(?:ostateczn[aey]|nieodwolaln[aey]|nieodwracaln[aey])\b|\bnie (?:mozna|bedzie mozna|mozesz|da sie) (?:\w{1,14} ){0,3}(?:zmienic|wycofac|odwolac|cofnac)/,
      ],
      none: /\bnie (?:jest )?(?:ostateczn|nieodwolaln)|\b(?:niezbedn|konieczn)/,
    },
  ],
  doubleNegative: [
    {
      all: [
        /\b(?:nie|bez|nigdy) (?:(?:chce|sie|mnie|wszystkiego|wszystkich) ){0,3}(?:odrzuc|odmaw|odmow|sprzeciw|wylacz|blokuj|zablok|wycof|rezygn)|\b(?:odrzuc|odmow|odrzucic) (?:odmow|odrzuc|sprzeciw|rezygnacj)/,
      ],
      none: /\bnie(?:zbedn|koniecz)/,
    },
  ],
  refusal: /\bnie (?:sprzedawaj|udostepniaj|sledz|przetwarzaj)|^(?:odrzuc|odmow|wylacz|sprzeciw|zablokuj)/,
  yesOrNo: /^(?:tak|nie|wl|wyl|wlaczone|wylaczone)$/,
  close: /\bzam(?:kni|yka|knac)/,
  acceptance:
    /^(?:tak,? )?(?:akceptuje|akceptuj|zaakceptuj|zgadzam sie|zezwol|(?:akceptuj|zaakceptuj|akceptuje) (?:wszystkie|wszystko|wszystkie pliki cookie|pliki cookie|i \w{1,14})|zezwol na wszystkie)$/,
  rejection:
    /^(?:nie,? )?(?:odrzuc|odrzucam|odmawiam|odmow|odrzuc (?:wszystkie|wszystko|wszystkie pliki cookie|pliki cookie)|kontynuuj bez akceptacji|nie zgadzam sie|nie akceptuje)$/,
  payment: /\b(?:subskry\w{1,8}|abonament\w{0,2}|zaplac|kup|wykup)\b/,
  advertising: /reklam|marketing/,
};

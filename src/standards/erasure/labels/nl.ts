import type { ErasureLabels } from './erasure-label-types';

export const nl: ErasureLabels = {
  locale: 'nl',
  title: 'Bewijs van wissing',
  leads: {
    visitor: 'Dit bewijs bevestigt dat de toestemmingsgegevens van één bezoeker op {date} zijn gewist.',
    subject:
      'Dit bewijs bevestigt dat de toestemmingsgegevens van één persoon op {date} op alle gekoppelde apparaten zijn gewist.',
    incomplete:
      'Het wissen van de toestemmingsgegevens van één persoon op {date} is onderbroken en niet volledig. Alleen de gegevens van de bezoekers die in dit bewijs zijn meegeteld, zijn gewist.',
  },
  sections: {
    erased: 'Wat is gewist',
    request: 'Wie erom vroeg',
    kept: 'Wat wordt bewaard, en waarom',
    visitors: 'De bezoekers',
    verify: 'Zo controleert u dit bewijs',
  },
  fields: {
    number: 'Nummer',
    code: 'Code',
    erasedAt: 'Gewist op',
    askedBy: 'Gewist door',
    operator: 'Medewerker',
    reason: 'Reden',
    visitors: 'Bezoekers',
    records: 'Toestemmingen',
    states: 'Standen in hun geschiedenis',
    parentalRequests: 'Verzoeken aan ouders',
    person: 'Hash van de persoon',
    basis: 'Rechtsgrond',
    address: 'Adres',
    visitor: 'Hash van de bezoekers-id',
    auditEntry: 'Vermelding in het auditlogboek',
  },
  by: {
    visitor: 'De bezoeker zelf',
    unproven: 'De bezoeker zelf (niet aangetoond)',
    apiKey: 'Een server van de site',
    operator: 'Een medewerker van de site',
  },
  kept: {
    auditLog:
      'Het auditlogboek bewaart wanneer en door wie de gegevens zijn gewist, met een hash met sleutel in plaats van de id.',
    certificate: 'Dit bewijs wordt een beperkte tijd bewaard, zodat het opnieuw kan worden afgegeven.',
  },
  statistics: 'Statistieken bevatten alleen getallen, die niemand noemen.',
  backups: 'Kopieën in back-ups verdwijnen zodra de back-ups worden vervangen.',
  hashes:
    'De hashes staan voor id’s. Zonder de id en een geheim van de site kan niemand zeggen van wie ze zijn.',
  verify:
    'De site bevestigt het nummer en de code en vergelijkt ze met het auditlogboek. Het adres hieronder geeft het bewijs zoals het is afgegeven.',
  more: 'nog {count} in het machineleesbare bewijs',
  issued: 'Afgegeven {date}',
  page: 'Pagina {page} van {pages}',
};

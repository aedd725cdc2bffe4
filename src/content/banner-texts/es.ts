import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'Utilizamos cookies y tecnologías similares.';
const always = 'Las que el sitio necesita para funcionar están siempre activas.';
const uses =
  'Utilizamos cookies y tecnologías similares para que este sitio funcione, para recordar sus preferencias, medir el uso del sitio y mostrar publicidad.';
const more = `Encontrará más información en nuestra ${policyLink('política de privacidad')}.`;
const closing = 'Si cierra este aviso, todo lo que requiere su consentimiento sigue desactivado.';
const signal = 'Su navegador envía la señal Global Privacy Control.';

export const es: LanguageTexts = {
  locale: 'es',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'Primero le preguntamos',
      htmlText: paragraph(
        'Aquí no ocurre nada opcional sin que usted lo haya aceptado antes.',
        'Usted decide sobre cada finalidad por separado, también sobre si los datos pueden comunicarse a los destinatarios indicados y transferirse al extranjero.',
        'No hay nada preseleccionado, rechazar no le supone ninguna desventaja y puede retirar cada consentimiento en cualquier momento en los ajustes de privacidad.',
        closing,
        `Nuestra ${policyLink('política de privacidad')} explica quién es responsable de sus datos, quién los recibe y en qué países,`,
        'cuánto tiempo se conservan y cómo puede ejercer sus derechos o presentar una reclamación.',
      ),
    },
    'opt-in': {
      heading: 'Su privacidad, su decisión',
      htmlText: paragraph(
        technologies,
        always,
        'Solo con su consentimiento recordamos sus preferencias, medimos el uso del sitio y mostramos publicidad acorde con sus intereses.',
        'Para ello también se transmiten datos a los proveedores indicados en los ajustes de privacidad.',
        'Puede rechazarlo con la misma facilidad y retirar allí su consentimiento en cualquier momento.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'Su privacidad, su decisión',
      htmlText: paragraph(
        technologies,
        always,
        'También contamos las visitas y recordamos cómo prefiere ver el sitio, únicamente para mejorar nuestro propio servicio;',
        'puede oponerse a ello en cualquier momento en los ajustes de privacidad.',
        'La publicidad, y la transmisión de datos para ella, solo tiene lugar con su consentimiento, que allí también puede retirar.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'Sus opciones de privacidad',
      htmlText: paragraph(
        uses,
        'Al hacerlo podemos vender información personal a socios publicitarios, compartirla con ellos o utilizarla para publicidad dirigida.',
        `Puede oponerse en cualquier momento: ${choicesLink('No vender ni compartir mi información personal')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'Cómo utiliza los datos este sitio',
      htmlText: paragraph(
        uses,
        'Los datos pueden transmitirse a socios, también en otros países.',
        `Puede rechazarlo ahora o más tarde, con efecto inmediato: ${choicesLink('rechazar o elegir')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'Cómo utiliza los datos este sitio',
      htmlText: paragraph(
        uses,
        `Nuestra ${policyLink('política de privacidad')} explica de qué datos se trata, quién los recibe y cómo puede limitarlo.`,
      ),
    },
    'necessary-only': {
      heading: 'Solo lo necesario',
      htmlText: paragraph(
        'Este sitio utiliza únicamente las cookies y tecnologías similares que necesita para funcionar.',
        'No requieren su consentimiento, así que no hay nada que elegir.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('Responsable del tratamiento de los datos en este sitio: {controller}.'),
    partners: paragraph('Número de socios que pueden recibir datos: {partners}.'),
    limitSensitive: paragraph(
      `También puede limitar el uso de sus datos sensibles: ${choicesLink('Limitar el uso de mi información personal sensible')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'Hemos recibido su señal de privacidad',
      htmlText: paragraph(
        signal,
        'La entendemos como un rechazo: la publicidad, y la transmisión de datos para ella, está desactivada.',
        `No tiene que hacer nada más; si prefiere otra cosa, ${choicesLink('elija usted')}.`,
        more,
      ),
    },
    binding: {
      heading: 'Su solicitud de exclusión se respeta',
      htmlText: paragraph(
        signal,
        'La tratamos como una solicitud de exclusión: su información personal no se vende, no se comparte ni se utiliza para publicidad dirigida.',
        `No tiene que hacer nada más. Solo una elección que usted haga por separado puede cambiarlo: ${choicesLink('sus opciones de privacidad')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Ajustes de privacidad',
    htmlText: paragraph(
      'Decida aquí qué puede hacerse con sus datos. Puede volver y cambiar su elección en cualquier momento.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Necesarias',
      htmlText: paragraph(
        'Hacen falta para que el sitio funcione, para su seguridad y para recordar esta elección. No se pueden desactivar.',
      ),
    },
    functional: {
      heading: 'Funciones',
      htmlText: paragraph(
        'Ofrecen funciones adicionales, como vídeos, mapas o chat. Sus proveedores reciben datos cuando usted las utiliza.',
      ),
    },
    preferences: {
      heading: 'Preferencias',
      htmlText: paragraph('Recuerdan sus ajustes, como el idioma y el aspecto, para su próxima visita.'),
    },
    analytics: {
      heading: 'Estadísticas',
      htmlText: paragraph(
        'Nos muestran cómo se utiliza el sitio para que podamos mejorarlo. Los datos los tratan los proveedores indicados en cada cookie.',
      ),
    },
    marketing: {
      heading: 'Publicidad',
      htmlText: paragraph(
        'Sirven para mostrar publicidad acorde con sus intereses y medir su eficacia.',
        'Para ello se transmiten datos a los proveedores indicados en cada cookie, también en otros países.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Aceptar todo',
    rejectAll: 'Rechazar todo',
    manage: 'Elegir',
    save: 'Guardar elección',
    acknowledge: 'Entendido',
  },
  thisSite: 'Este sitio',
  cookies: {
    session: 'Mantiene la sesión, por ejemplo, un inicio de sesión.',
    visitor: 'Vincula este navegador con el registro de su elección de privacidad.',
    choice: 'Recuerda esta elección de privacidad.',
    proof: 'Impide que otras personas lean o cambien esta elección de privacidad.',
    language: 'Recuerda el idioma.',
    visitors: 'Distingue a los visitantes para poder contar las visitas.',
    visits: 'Conserva el estado de una visita.',
    audiences: 'Mide los anuncios y encuentra públicos para ellos.',
    clicks: 'Mide lo que sigue a un clic en un anuncio.',
    adsElsewhere: 'Elige y limita los anuncios en otros sitios.',
  },
};

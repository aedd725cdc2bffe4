import type { LanguagePhrases } from './phrase-types';

const agrees =
  /\b(?:acepta|aceptas|aceptara|aceptando|consiente|consientes|autoriza|autorizas|(?:presta|prestas|da|das) (?:su|tu) (?:consentimiento|aprobacion|conformidad)|esta de acuerdo|estas de acuerdo)\b|\b(?:consideramos|considera|consideraremos|considerara|entendemos|entenderemos|entendera|supone|implica|significa|equivale|constituye|asumimos) (?:\w{1,14} ){0,4}(?:acept|consentimiento|consient)|\b(?:damos por (?:hecho|sentado)|daremos por (?:hecho|sentado)|suponemos|supondremos|asumiremos|presuponemos|presumimos) (?:que )?(?:\w{1,14} ){0,4}(?:acept|consient|de acuerdo|conform|acuerdo)|\b(?:otorga|otorgas|manifiesta|manifiestas) (?:su|tu) (?:consentimiento|conformidad|aceptacion)/;
const denies =
  /\bno (?:\w{1,12} ){0,2}(?:supone|implica|significa|equivale|constituye|acept|consient|considera)|\bsin (?:aceptar|consentir|prestar|dar)|\b(?:o|y|u) (?:rechaz|deneg|se opon)|\b(?:solo|unicamente) (?:si|cuando|tras|con)\b/;

export const es: LanguagePhrases = {
  language: 'es',
  continuing: [
    {
      all: [
        /\b(?:si|al|cuando) (?:usted )?(?:continu|sigu|segu|naveg|desplaz|hace scroll|haces scroll|hacer scroll|utiliz\w{1,4} (?:este|nuestro|esta|nuestra) (?:sitio|web|pagina)|usar (?:este|nuestro|esta|nuestra) (?:sitio|web|pagina))|\b(?:seguir|continuar) navegando|\bnavegacion continuada|\bhacer scroll\b|\bmediante (?:la|su) (?:navegacion|continuacion)/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\bal (?:visitar|acceder|utilizar|usar|permanecer|entrar|hacer clic en cualquier|pulsar en cualquier|proseguir)|\bsi (?:usted )?(?:permanece|permaneces|visita|visitas|accede|accedes|utiliza|utilizas|usa|usas|no (?:cambia|cambias|modifica|modificas))\b|\b(?:con|mediante) (?:el|la|su|tu) (?:uso|utilizacion|navegacion|visita)\b|\b(?:el (?:mero |simple )?uso|la (?:mera |simple )?(?:utilizacion|navegacion)) (?:de|por|en)\b|\bsin (?:cambiar|modificar) (?:\w{1,14} ){0,2}(?:configuracion|ajustes)/,
        agrees,
      ],
      none: denies,
    },
  ],
  closing: [
    {
      all: [
        /\b(?:al|si|cuando) (?:usted )?(?:cerrar|cierra|cierras|pulsa\w{0,2} (?:en )?la x\b|hace clic en la x\b)|\bel cierre de (?:este|esta|la|el)\b/,
        agrees,
      ],
      none: denies,
    },
  ],
  wall: [
    {
      all: [
        /\b(?:debe|debes|tiene que|tienes que|necesita|es necesario|es obligatorio) (?:\w{1,12} ){0,2}(?:aceptar|consentir|permitir)\b/,
        /\b(?:para|antes de) (?:\w{1,12} ){0,3}(?:acceder|usar|utilizar|ver|leer|navegar|continuar|visitar|entrar)\b/,
      ],
      none: /\b(?:videos?|mapas?|chat|funcion|contenido incrustado)/,
    },
    {
      all: [
        /\b(?:no (?:podra|podras|puede|puedes|es posible|le sera posible)|solo (?:podra|podras|puede|puedes)) (?:\w{1,12} ){0,2}(?:acceder|usar|utilizar|ver|leer|navegar|visitar|entrar|consultar)\b|\bacceso (?:\w{1,12} ){0,6}(?:denegado|bloqueado|condicionado|subordinado)\b/,
        /\b(?:sitio|web|pagina|contenidos?|articulos?|servicio|tienda|aplicacion)\b/,
        /\b(?:acept|rechaz|consent|consient)/,
      ],
      none: /\b(?:algun|partes?\b|ciert|tod[oa]s?\b|funcion|videos?|plenamente|correctamente|tambien)/,
    },
    {
      all: [
        /\bacept|\bconsent|\bcookies?\b|\bpublicidad|\brechaz|\brastreo/,
        /\b(?:o|u|alternativamente) (?:\w{1,12} ){0,4}(?:suscrib\w{1,6}|suscripcion|pagar|pague|paga|comprar)\b|\b(?:suscrib\w{1,6}|suscripcion|pagar|pague|paga) (?:\w{1,12} ){0,4}(?:para rechazar|y rechaz\w{1,3}|sin (?:publicidad|cookies|rastreo|anuncios|aceptar))|\brechaz\w{1,4} (?:\w{1,10} ){0,3}(?:suscrib|suscripcion|pagar|pagando|por \d)/,
      ],
      none: /\b(?:newsletter|boletin|cesta|carrito|pedidos?|pagos)\b/,
    },
  ],
  pressure: [
    {
      all: [
        /\b(?:sitio|web|pagina|tienda|servicio|aplicacion) (?:\w{1,12} ){0,2}no (?:\w{1,12} ){0,1}(?:funciona|funcionara|funcione)\b/,
        /\b(?:si|sin|a menos que|salvo que|hasta que) (?:\w{1,12} ){0,3}(?:acept|consent|consient|rechaz)/,
      ],
      none: /\b(?:algun|partes?\b|ciert|funciones|funcionalidad|puede que|podria|videos?)/,
    },
    {
      all: [
        /\b(?:prefiero|quiero|elijo|me gusta) (?:\w{1,14} ){0,6}(?:peor|mala|aburrid|irrelevante|molest)/,
      ],
    },
    {
      all: [
        /\b(?:no me (?:importa|gusta|interesa)|renuncio a|odio|no quiero) (?:\w{1,14} ){0,4}(?:privacidad|seguridad|ahorr|descuentos?|ofertas?|ventajas?|una (?:buena|mejor))/,
      ],
    },
    {
      all: [
        /\b(?:nos (?:pone|pondria|entristece|apena)|estaremos|estariamos) (?:\w{1,8} )?(?:trist|decepcion)|\bnos (?:entristece|apena)\b/,
      ],
    },
    {
      all: [
        /\b(?:te|se) (?:lo )?(?:perderas?|arrepentiras?)\b|\b(?:te vas a|se va a) (?:perder|arrepentir)|\bno (?:te|se) (?:lo )?pierdas?\b/,
      ],
    },
    { all: [/\bno nos (?:dejes?|abandones?|falles?)\b/] },
    { all: [/\b(?:mala|peor) experiencia/] },
    {
      all: [
        /\b(?:supervivencia|puestos de trabajo|empleos) (?:\w{1,12} ){0,5}(?:periodis|redaccion|depend|peligro)/,
      ],
    },
    {
      all: [
        /\b(?:no|si|rechazar|oponerme)\b,? (?:\w{1,14},? ){0,5}(?:perder|pierdo|renunciar a|renuncio a) (?:\w{1,14} ){0,3}(?:ventajas?|descuentos?|ofertas?|ahorros?|puntos|beneficios?)/,
      ],
    },
    {
      all: [/\bno (?:quiero|deseo) (?:apoyar|ayudar)\b/],
    },
  ],
  silence: [
    { all: [/\bautomatic/, /\bacept|\bconsent/], none: /\b(?:no|nunca|ningun\w{0,1}|nada)\b|\brechaz/ },
    {
      all: [
        /\bsi (?:usted )?no (?:se opone|te opones|rechaza\w{0,1}|responde\w{0,1}|reacciona\w{0,1})\b|\bsalvo (?:oposicion|rechazo|que se oponga)|\ba falta de (?:oposicion|respuesta)/,
        /\b(?:\d{1,3}|cinco|diez|treinta|unos) (?:segundos?|minutos?)\b/,
      ],
      none: /\b(?:nada|ningun\w{0,1})\b/,
    },
    {
      all: [
        /\bsi (?:usted )?no (?:se opone|te opones|rechaza\w{0,1}|responde\w{0,1}|reacciona\w{0,1})\b|\bsalvo (?:oposicion|rechazo|que se oponga)|\ba falta de (?:oposicion|respuesta)/,
        agrees,
      ],
      none: denies,
    },
  ],
  noWithdrawal: [
    {
      all: [
        /\b(?:eleccion|decision|consentimiento|seleccion)\b/,
        /\b(?:definitiv[oa]|irrevocable|irreversible)s?\b|\bno (?:podra|puede|se puede|se podra|podras|puedes) (?:\w{1,12} ){0,3}(?:cambi|modific|retir|revoc)/,
      ],
      none: /\bno (?:es )?(?:definitiv|irrevocable)|\b(?:necesari|esencial|licitud)/,
    },
  ],
  doubleNegative: [
    {
      all: [
        /\b(?:no|sin|nunca) (?:(?:quiero|deseo|me|las?|los|todo|todas|a) ){0,3}(?:rechaz|deneg|oponer|me opongo|opongo|desactiv|bloque|declin|retir|prohib)|\brechazar (?:el |mi |la |me )?(?:rechazo|oposicion|oponer|retirada)/,
      ],
      none: /\bno(?:-| )(?:necesari|esencial|imprescindible)/,
    },
  ],
  refusal:
    /\bno (?:vender|vendan|venda|vendas|compart\w{1,4}|rastrear|rastree|tratar)\b|^(?:rechaz|desactiv|oponer|bloquear)/,
  yesOrNo: /^(?:si|no|activado|desactivado)$/,
  close: /\bcerr(?:ar|ando)\b|\bcierr(?:a|e|as|es)\b|\bcierre\b/,
  acceptance:
    /^(?:si,? )?(?:acepto|aceptar|permitir|consentir|de acuerdo|aceptar (?:todo|todas|todas las cookies|las cookies|y \w{1,14})|permitir (?:todo|todas))$/,
  rejection:
    /^(?:no,? )?(?:rechazo|rechazar|denegar|rechazar (?:todo|todas|todas las cookies|las cookies)|continuar sin aceptar|no aceptar|no acepto)$/,
  payment: /\b(?:suscrib\w{1,6}|suscripcion|pagar|comprar)\b/,
  advertising: /publicid|publicit|\banuncio|marketing|mercadotecnia/,
};

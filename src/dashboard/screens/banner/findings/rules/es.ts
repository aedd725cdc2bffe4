/**
 * Sentences of the rules in Spanish, by rule id. `{category}` and `{parameter}` are replaced by those of the finding.
 */
export const es: Readonly<Record<string, string>> = {
  'category/unknown-parameter':
    'La categoría «{category}» cita la cookie «{parameter}», que este aviso no tiene: añádala a las cookies o quítela de la categoría',
  'category/parameter-twice':
    'La cookie «{parameter}» está en «{category}» y en otra categoría, y podría estar aceptada y rechazada a la vez: déjela en una sola',
  'category/uncategorised-parameter':
    'La cookie «{parameter}» no está en ninguna categoría; los visitantes no leen nada sobre ella ni deciden: clasifíquela',
  'category/necessary-optional':
    'La cookie necesaria «{parameter}» está en la categoría «{category}», que los visitantes pueden desactivar: muévala a una categoría sin elección o indique su verdadero fin',
  'category/unexplained':
    'La categoría «{category}» no tiene texto: diga para qué sirven sus cookies y quién recibe los datos',
  'category/decided-on':
    'Los visitantes ya han decidido sobre la categoría «{category}», y cambia: haga que se les pregunte de nuevo al publicar',
  'group/decided-on':
    'Los visitantes ya han decidido en un grupo menos estricto. Sus decisiones no valen aquí: se les preguntará de nuevo cuando se publique esta versión',
  'parameter/not-one-name':
    'La cookie «{parameter}» tiene un nombre que ninguna cookie puede tener, por lo que una retirada no la elimina: enumere cada cookie por separado, con su nombre exacto o un patrón (_ga_*), sin comas ni espacios',
  'parameter/undisclosed':
    'En la cookie «{parameter}» falta quién la instala o cuánto tiempo se conserva: indíquelo',
  'parameter/long-lived':
    'La cookie «{parameter}» se conserva más de dos años: reduzca ese plazo a lo que exige su fin',
  'parameter/recipient-unstated':
    'En la cookie «{parameter}» faltan datos del destinatario, que un consentimiento para transferir datos al extranjero debe nombrar: complételos',
  'parameter/sale-unstated':
    'En la cookie de marketing «{parameter}» falta si vende o comparte datos personales: elija su uso según el derecho de California',
  'consent/pre-granted':
    'La cookie «{parameter}» está aceptada antes de que el visitante elija: desactive «Permitido antes de elegir», también en los valores por categoría',
  'consent/mandatory-basis':
    'La categoría «{category}» no deja elegir y contiene la cookie «{parameter}», que los visitantes deben poder rechazar: muévala a una categoría basada en el consentimiento',
  'consent/mandatory-sale':
    'La categoría «{category}» no deja elegir, y su cookie «{parameter}» vende o comparte datos: corrija su fin y muévala a una categoría basada en el consentimiento',
  'consent/legitimate-interest':
    'La categoría «{category}» alega interés legítimo para la cookie «{parameter}», que se guarda en el dispositivo del visitante y requiere consentimiento: elija esa base jurídica',
  'consent/bundled':
    'La categoría «{category}» pide a la vez marketing y otra cosa: dé al marketing una categoría propia',
  'consent/no-objection':
    'La cookie «{parameter}» está en la categoría «{category}», que no deja elegir, y nadie puede oponerse: muévala a una categoría basada en el consentimiento, donde puede seguir aceptada de antemano',
  'consent/exempt-shared':
    'La cookie «{parameter}» está aceptada de antemano aunque sus datos se venden o comparten; la excepción no lo permite: desactive «Permitido antes de elegir»',
  'sensitive/pre-granted':
    'La cookie «{parameter}» trata datos sensibles, lo que requiere consentimiento, y está aceptada antes de elegir: desactive «Permitido antes de elegir», también en los valores por categoría',
  'sensitive/granted-on-notice':
    'La cookie «{parameter}» trata datos sensibles con una simple información; para datos de salud, algunos estados de EE. UU. exigen antes un consentimiento: desactive «Permitido antes de elegir»',
  'measurement/not-exempt':
    'La cookie «{parameter}» figura como medición de audiencia exenta, pero no cumple las condiciones: corríjalo o pida consentimiento',
  'measurement/without-consent':
    'La cookie «{parameter}» mide la audiencia sin consentimiento. Francia, Italia, los Países Bajos y España lo permiten para estadísticas exclusivas del sitio, si se informa de ello',
  'gpc/not-listening':
    'La cookie «{parameter}» vende, comparte o hace publicidad y no atiende a la señal GPC: haga que atienda a la señal',
  'gpc/analytics-not-listening':
    'La cookie de análisis «{parameter}» da datos a terceros y no atiende a la señal GPC. Sin contrato de proveedor de servicios es una venta: haga que atienda a la señal o indique el contrato',
  'gpc/objection-unheard':
    'La cookie de marketing «{parameter}» no atiende a la señal GPC, que puede valer como oposición: haga que atienda a la señal',
  'gpc/ignored':
    'La señal GPC no se atiende, y aquí vale por ley como oposición: elija «strict» o quite este ajuste',
  'gpc/overridable':
    'Un clic en «aceptar todo» anula aquí la señal del visitante: elija «strict», para que solo lo haga una elección aparte, o quite este ajuste',
  'gpc/banner-accepts-only':
    'Todos los botones del aviso de la señal aceptan todo, contra la señal: añada uno que mantenga la oposición o abra las opciones',
  'gpc/no-banner': 'Quienes envían la señal GPC no ven que se ha atendido: añada un aviso que lo diga',
  'banner/no-reject': 'El aviso tiene un botón que acepta todo y ninguno que rechace: añádalo',
  'banner/no-decline': 'Aceptar cuesta un clic y rechazar varios: añada al lado un botón que rechace',
  'banner/no-manage':
    'Hay varias categorías opcionales y ningún botón para elegir entre ellas: añada uno que abra las opciones',
  'banner/asymmetric': 'Aceptar se ve distinto de rechazar: dé a ambos botones el mismo estilo',
  'banner/choice-as-text': 'Aceptar y rechazar parecen simple texto: deles el estilo de un botón',
  'banner/no-refusal':
    'Los visitantes no pueden rechazar de inmediato: añada un botón que rechace o abra las opciones, o un enlace a las opciones',
  'banner/empty-choice':
    'Un botón ofrece elegir aunque ninguna categoría es opcional: quítelo o haga opcional una categoría',
  'banner/no-policy-link':
    'El texto del aviso no tiene enlace: añada uno a la política de privacidad en este idioma, o indique su dirección',
  'modal/no-save': 'Las preferencias no tienen un botón que guarde la elección: añada uno',
  'banner/no-controller':
    'El aviso no dice quién pregunta: nombre al responsable en los ajustes y en el texto del aviso',
  'banner/no-partner-count':
    'El aviso no dice a cuántos socios van los datos, o indica menos de los que son: indique su número en el texto, o nómbrelos a todos',
  'banner/no-close':
    'Para Italia, el Garante pide una X que cierre el aviso sin consentimiento y una frase que lo diga: falta una de las dos',
  'locale/no-french': 'El aviso vale para Quebec y no tiene versión francesa: añada el idioma «fr» o «fr-CA»',
  'choices/no-lasting-link':
    'Nada duradero vuelve a abrir las opciones, así que retirar el consentimiento es más difícil que darlo: dé al aviso un enlace a las opciones y muéstrelo en cada página',
  'banner/no-opt-out-link':
    'Se venden o comparten datos personales, y un aviso solo no basta para oponerse: ponga en cada página un enlace a las opciones, en California con el título «Do Not Sell or Share My Personal Information» o «Your Privacy Choices» con el icono',
  'banner/no-limit-link':
    'Se tratan datos sensibles: California pide un enlace duradero «Limit the Use of My Sensitive Personal Information», o «Your Privacy Choices» con el icono',
  'button/misleading-label':
    'El rótulo de un botón dice lo contrario de lo que hace, o dos botones con efectos distintos se llaman igual: nombre lo que hacen',
  'button/pay-to-refuse':
    'Un botón que rechaza pide un pago: permita rechazar sin pagar, u ofrezca una alternativa equivalente sin publicidad basada en el comportamiento y hágala revisar',
  'wording/continuing':
    'Un texto toma el desplazamiento o seguir navegando como consentimiento; solo lo es un acto afirmativo claro: quite la frase',
  'wording/closing':
    'Un texto toma el cierre del aviso como consentimiento; quien cierra no ha elegido: quite la frase',
  'wording/cookie-wall':
    'Un texto hace depender el acceso de un consentimiento o de un pago: deje entrar a quienes rechazan, u ofrezca una alternativa equivalente sin publicidad basada en el comportamiento y hágala revisar',
  'wording/pressure': 'Un texto empuja a aceptar con vergüenza, miedo o halagos: use palabras neutras',
  'wording/silence':
    'Un texto toma el silencio o el paso del tiempo como consentimiento; solo lo es un acto afirmativo claro: quite la frase',
  'wording/no-withdrawal':
    'Un texto dice que la elección no se puede cambiar; el consentimiento se retira en cualquier momento, tan fácilmente como se da: diga dónde',
  'wording/advertising-unnamed':
    'La categoría «{category}» contiene cookies de marketing y sus palabras no mencionan la publicidad: con ella, los visitantes conceden ad_storage, ad_user_data y ad_personalization a Google; nombre la publicidad en el título o el texto',
  'wording/double-negative':
    'Una elección está redactada como doble negación, que se entiende al revés: diga qué hace el botón o el interruptor',
  'content/parameter-untranslated':
    'Los visitantes con este idioma leen descripciones de cookies en otro idioma: tradúzcalas',
  'expiry/too-long':
    'Una elección vale más tiempo del que permite el derecho de uno de los lugares: reduzca el plazo o limite el aviso a los lugares previstos',
  'expiry/asks-too-soon':
    'A quienes rechazaron se les vuelve a preguntar pronto: espere unos seis meses (180 días como mínimo)',
  'expiry/too-short':
    'A quienes se opusieron se les vuelve a preguntar demasiado pronto: espere al menos doce meses (365 días)',
  'countries/stricter-law':
    'El derecho de algunos de estos lugares exige un grupo más estricto: elija ese grupo para ellos o quítelos del aviso',
  'india/fiduciary':
    'El aviso vale para la India y no nombra a un «data fiduciary»: nombre a quien decide el uso de los datos',
  'expiry/no-refresh':
    'Un consentimiento para datos sensibles vale demasiado. Colorado pide uno nuevo tras 24 meses sin contacto: fije 730 días como máximo',
  'children/advertising':
    'El sitio es para niños, y la cookie «{parameter}» les hace publicidad o vende sus datos: quítela, o acéptela solo con el consentimiento de los padres',
  'age/no-gate':
    'El sitio es para niños, y cualquiera puede consentir; por debajo de la edad deciden los padres: dé al aviso una pregunta sobre la edad',
  'ui/contrast': 'El contraste de este color con su fondo es demasiado bajo: elija otro',
  'ui/unknown-position': 'El widget no conoce esta posición y usa la habitual: elija una de la lista',
  'template/adapted': 'Un ajuste de la plantilla no está permitido en este grupo y se ha adaptado',
  'content/untranslated': 'Falta un texto en este idioma: los visitantes leen el del idioma predeterminado',
  'content/sanitised': 'Se ha quitado de este texto un marcado que no debe llegar a los visitantes',
  'content/blank': 'Este texto no debe estar vacío',
  'content/locale-structure':
    'Esta parte de un idioma no se muestra: el idioma predeterminado fija la estructura',
  'content/button-count': 'El número de rótulos no coincide con los botones del aspecto: dé uno a cada botón',
  'content/words-untranslated':
    'El widget no tiene palabras en este idioma y muestra las inglesas: proporciónelas',
  'content/machine-translation':
    'Una máquina ha traducido en este idioma textos que nadie ha revisado: léalos antes que los visitantes',
  'content/word-required':
    'Donde la señal de privacidad es vinculante, esta línea debe decir que se ha respetado la oposición',
  'content/word-place': 'A la palabra le falta el lugar donde el widget inserta un valor',
  'profile/template-changed':
    'La plantilla de interfaz vinculada ha cambiado; esta versión tiene el aspecto actual de la plantilla',
  'profile/template-deleted': 'La plantilla vinculada está eliminada; el aviso conserva lo que tomó de ella',
  'profile/no-group': 'Sin grupo, el aviso no se puede publicar: elija uno',
  'profile/unknown-field': 'Un campo no se conoce; se guarda y no tiene efecto',
  'profile/unnamed-controller':
    'El responsable se llama «Default», el nombre inicial del cliente: escriba el nombre de la empresa',
  'profile/own-cookie-lifetime':
    'El propio servicio instala la cookie «{parameter}» mientras vale una elección; el aviso indica otra duración: indique la misma',
  'profile/two-groups': 'Se indican dos grupos; vale el incorporado',
  'tcf/disabled': 'Los datos del TCF no tienen efecto mientras no esté activado en la configuración',
  'tcf/unknown-category': 'La categoría del TCF no es una categoría opcional de este aviso',
  'tcf/unknown-id': 'La lista de proveedores no contiene algunos de estos números',
  'tcf/without-purpose-one':
    'Falta el fin 1 (almacenar en dispositivos): pregunte por él, salvo que la ley de su país no exija consentimiento',
  'tcf/overlapping-stacks': 'Dos pilas tienen un fin o una función en común y no deben mostrarse juntas',
};

import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'Usamos cookies e tecnologias semelhantes.';
const always = 'Os que são necessários ao funcionamento do site estão sempre ativos.';
const uses =
  'Usamos cookies e tecnologias semelhantes para que este site funcione, para memorizar as suas preferências, medir a utilização do site e apresentar publicidade.';
const more = `Saiba mais na nossa ${policyLink('política de privacidade')}.`;
const closing = 'Se fechar este aviso, tudo o que exige o seu consentimento continua desativado.';
const signal = 'O seu navegador envia o sinal Global Privacy Control.';

export const ptPt: LanguageTexts = {
  locale: 'pt-PT',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'Primeiro, pedimos o seu consentimento',
      htmlText: paragraph(
        'Nada de opcional acontece aqui antes de ter dado o seu acordo.',
        'A decisão é sua para cada finalidade em separado, incluindo se os dados podem ser partilhados com os destinatários indicados e transferidos para o estrangeiro.',
        'Nada está selecionado de antemão, a recusa não traz qualquer desvantagem e pode retirar cada consentimento a qualquer momento nas definições de privacidade.',
        closing,
        `A nossa ${policyLink('política de privacidade')} indica quem é responsável pelos seus dados, quem os recebe e em que países,`,
        'por quanto tempo são conservados e como exercer os seus direitos ou apresentar uma reclamação.',
      ),
    },
    'opt-in': {
      heading: 'Os seus dados, a sua escolha',
      htmlText: paragraph(
        technologies,
        always,
        'Só com o seu consentimento memorizamos as suas preferências, medimos a utilização do site e apresentamos publicidade de acordo com os seus interesses.',
        'Para isso, os dados também são enviados aos fornecedores indicados nas definições de privacidade.',
        'Pode recusar com a mesma facilidade e, a qualquer momento, retirar aí o seu consentimento.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'Os seus dados, a sua escolha',
      htmlText: paragraph(
        technologies,
        always,
        'Também contamos as visitas e memorizamos como prefere ver o site, apenas para melhorar o nosso próprio serviço;',
        'pode opor-se a isso a qualquer momento nas definições de privacidade.',
        'A publicidade, e o envio de dados para esse fim, só acontece com o seu consentimento, que também pode retirar aí.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'As suas opções de privacidade',
      htmlText: paragraph(
        uses,
        'Ao fazê-lo, podemos vender informações pessoais a parceiros de publicidade, partilhá-las com eles ou usá-las para publicidade direcionada.',
        `Pode opor-se a qualquer momento: ${choicesLink('Não vender nem partilhar as minhas informações pessoais')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'Como este site usa dados',
      htmlText: paragraph(
        uses,
        'Os dados podem ser enviados a parceiros, também noutros países.',
        `Pode recusar agora ou mais tarde, com efeito imediato: ${choicesLink('recusar ou escolher')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'Como este site usa dados',
      htmlText: paragraph(
        uses,
        `A nossa ${policyLink('política de privacidade')} explica de que dados se trata, quem os recebe e como pode limitar o seu uso.`,
      ),
    },
    'necessary-only': {
      heading: 'Apenas o necessário',
      htmlText: paragraph(
        'Este site usa apenas os cookies e as tecnologias semelhantes necessários ao seu funcionamento.',
        'Não exigem o seu consentimento, pelo que não há nada a escolher.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('Responsável pelo tratamento dos dados neste site: {controller}.'),
    partners: paragraph('Número de parceiros que podem receber dados: {partners}.'),
    limitSensitive: paragraph(
      `Também pode limitar a utilização dos seus dados sensíveis: ${choicesLink('Limitar a utilização das minhas informações pessoais sensíveis')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'Recebemos o seu sinal de privacidade',
      htmlText: paragraph(
        signal,
        'Entendemo-lo como uma recusa: a publicidade, e o envio de dados para esse fim, está desativada.',
        `Não precisa de fazer mais nada; se preferir outra coisa, ${choicesLink('faça a sua própria escolha')}.`,
        more,
      ),
    },
    binding: {
      heading: 'O seu pedido de oposição é respeitado',
      htmlText: paragraph(
        signal,
        'Tratamos esse sinal como um pedido de oposição: as suas informações pessoais não são vendidas, nem partilhadas, nem usadas para publicidade direcionada.',
        `Não precisa de fazer mais nada. Só uma escolha feita por si em separado pode alterar isto: ${choicesLink('as suas opções de privacidade')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Definições de privacidade',
    htmlText: paragraph(
      'Decida aqui o que pode ser feito com os seus dados. Pode voltar e alterar a sua escolha a qualquer momento.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Necessários',
      htmlText: paragraph(
        'Indispensáveis ao funcionamento e à segurança do site e para memorizar esta escolha. Não podem ser desativados.',
      ),
    },
    functional: {
      heading: 'Funcionalidades',
      htmlText: paragraph(
        'Oferecem funções adicionais, como vídeos, mapas ou chat. Quem as fornece recebe dados quando as utiliza.',
      ),
    },
    preferences: {
      heading: 'Preferências',
      htmlText: paragraph('Memorizam as suas definições, como o idioma e o aspeto, para a próxima visita.'),
    },
    analytics: {
      heading: 'Estatísticas',
      htmlText: paragraph(
        'Mostram-nos como o site é utilizado, para podermos melhorá-lo. Os dados são tratados pelos fornecedores indicados em cada cookie.',
      ),
    },
    marketing: {
      heading: 'Publicidade',
      htmlText: paragraph(
        'Servem para apresentar publicidade de acordo com os seus interesses e medir a sua eficácia.',
        'Para isso, os dados são enviados aos fornecedores indicados em cada cookie, também noutros países.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Aceitar tudo',
    rejectAll: 'Rejeitar tudo',
    manage: 'Escolher',
    save: 'Confirmar escolha',
    acknowledge: 'OK',
  },
  thisSite: 'Este site',
  cookies: {
    session: 'Mantém a sessão, por exemplo, um início de sessão.',
    visitor: 'Associa este navegador ao registo da sua escolha de privacidade.',
    choice: 'Guarda esta escolha de privacidade.',
    proof: 'Impede que outras pessoas leiam ou alterem esta escolha de privacidade.',
    language: 'Guarda o idioma.',
    visitors: 'Distingue os visitantes para que as visitas possam ser contadas.',
    visits: 'Guarda o estado de uma visita.',
    audiences: 'Mede os anúncios e encontra públicos para eles.',
    clicks: 'Mede o que se segue a um clique num anúncio.',
    adsElsewhere: 'Escolhe e limita os anúncios noutros sites.',
  },
};

import { choicesLink, type LanguageTexts, paragraph, policyLink } from './banner-text-types';

const technologies = 'Usamos cookies e tecnologias semelhantes.';
const always = 'Os que são necessários para o funcionamento do site ficam sempre ativos.';
const uses =
  'Usamos cookies e tecnologias semelhantes para que este site funcione, para lembrar suas preferências, medir o uso do site e exibir publicidade.';
const more = `Saiba mais em nossa ${policyLink('política de privacidade')}.`;
const closing = 'Se você fechar este aviso, tudo o que depende do seu consentimento continuará desativado.';
const signal = 'Seu navegador envia o sinal Global Privacy Control.';

export const ptBr: LanguageTexts = {
  locale: 'pt-BR',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: 'Primeiro, pedimos o seu consentimento',
      htmlText: paragraph(
        'Nada de opcional acontece aqui antes que você concorde.',
        'Você decide sobre cada finalidade separadamente, inclusive se os dados podem ser compartilhados com os destinatários indicados e transferidos para o exterior.',
        'Nada vem selecionado, recusar não traz nenhuma desvantagem e você pode revogar cada consentimento a qualquer momento nas configurações de privacidade.',
        closing,
        `Nossa ${policyLink('política de privacidade')} informa quem é responsável pelos seus dados, quem os recebe e em quais países,`,
        'por quanto tempo são guardados e como exercer seus direitos ou apresentar uma reclamação.',
      ),
    },
    'opt-in': {
      heading: 'Seus dados, sua escolha',
      htmlText: paragraph(
        technologies,
        always,
        'Somente com o seu consentimento lembramos suas preferências, medimos o uso do site e exibimos publicidade de acordo com os seus interesses.',
        'Para isso, dados também são enviados aos fornecedores indicados nas configurações de privacidade.',
        'Você pode recusar com a mesma facilidade e revogar seu consentimento ali a qualquer momento.',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'Seus dados, sua escolha',
      htmlText: paragraph(
        technologies,
        always,
        'Também contamos as visitas e lembramos como você prefere ver o site, apenas para melhorar o nosso próprio site;',
        'você pode se opor a isso a qualquer momento nas configurações de privacidade.',
        'A publicidade, e o envio de dados para esse fim, só acontece com o seu consentimento, que você também pode revogar ali.',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'Suas opções de privacidade',
      htmlText: paragraph(
        uses,
        'Ao fazer isso, podemos vender informações pessoais a parceiros de publicidade, compartilhá-las com eles ou usá-las para publicidade direcionada.',
        `Você pode se opor a qualquer momento: ${choicesLink('Não vender nem compartilhar minhas informações pessoais')}.`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: 'Como este site usa dados',
      htmlText: paragraph(
        uses,
        'Os dados podem ser enviados a parceiros, inclusive em outros países.',
        `Você pode recusar agora ou mais tarde, com efeito imediato: ${choicesLink('recusar ou escolher')}.`,
        more,
      ),
    },
    'notice-only': {
      heading: 'Como este site usa dados',
      htmlText: paragraph(
        uses,
        `Nossa ${policyLink('política de privacidade')} explica quais são esses dados, quem os recebe e como você pode limitar o uso deles.`,
      ),
    },
    'necessary-only': {
      heading: 'Somente o necessário',
      htmlText: paragraph(
        'Este site usa apenas os cookies e as tecnologias semelhantes necessários para o seu funcionamento.',
        'Eles não dependem do seu consentimento, por isso não há nada a escolher.',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('Controlador dos dados neste site: {controller}.'),
    partners: paragraph('Número de parceiros que podem receber dados: {partners}.'),
    limitSensitive: paragraph(
      `Você também pode limitar o uso dos seus dados sensíveis: ${choicesLink('Limitar o uso das minhas informações pessoais sensíveis')}.`,
    ),
  },
  gpc: {
    honored: {
      heading: 'Recebemos o seu sinal de privacidade',
      htmlText: paragraph(
        signal,
        'Nós o entendemos como uma recusa: a publicidade, e o envio de dados para esse fim, está desativada.',
        `Você não precisa fazer mais nada; se preferir de outro modo, ${choicesLink('faça a sua própria escolha')}.`,
        more,
      ),
    },
    binding: {
      heading: 'Seu pedido de oposição foi atendido',
      htmlText: paragraph(
        signal,
        'Tratamos esse sinal como um pedido de oposição: suas informações pessoais não são vendidas, nem compartilhadas, nem usadas para publicidade direcionada.',
        `Você não precisa fazer mais nada. Somente uma escolha que você faça separadamente pode mudar isso: ${choicesLink('suas opções de privacidade')}.`,
        more,
      ),
    },
  },
  modal: {
    heading: 'Configurações de privacidade',
    htmlText: paragraph(
      'Decida aqui o que pode ser feito com os seus dados. Você pode voltar e mudar sua escolha a qualquer momento.',
    ),
  },
  categories: {
    necessary: {
      heading: 'Necessários',
      htmlText: paragraph(
        'Indispensáveis para o funcionamento e a segurança do site e para lembrar esta escolha. Não podem ser desativados.',
      ),
    },
    functional: {
      heading: 'Funcionalidades',
      htmlText: paragraph(
        'Oferecem funções adicionais, como vídeos, mapas ou chat. Seus fornecedores recebem dados quando você as usa.',
      ),
    },
    preferences: {
      heading: 'Preferências',
      htmlText: paragraph('Lembram suas configurações, como idioma e aparência, para a próxima visita.'),
    },
    analytics: {
      heading: 'Estatísticas',
      htmlText: paragraph(
        'Mostram como o site é usado, para que possamos melhorá-lo. Os dados são tratados pelos fornecedores indicados em cada cookie.',
      ),
    },
    marketing: {
      heading: 'Publicidade',
      htmlText: paragraph(
        'Servem para exibir publicidade de acordo com os seus interesses e medir sua eficácia.',
        'Para isso, dados são enviados aos fornecedores indicados em cada cookie, inclusive em outros países.',
      ),
    },
  },
  buttons: {
    acceptAll: 'Aceitar tudo',
    rejectAll: 'Rejeitar tudo',
    manage: 'Escolher',
    save: 'Salvar escolha',
    acknowledge: 'OK',
  },
  thisSite: 'Este site',
  cookies: {
    session: 'Mantém a sessão, por exemplo, um login.',
    visitor: 'Vincula este navegador ao registro da sua escolha de privacidade.',
    choice: 'Guarda esta escolha de privacidade.',
    proof: 'Impede que outras pessoas leiam ou alterem esta escolha de privacidade.',
    language: 'Guarda o idioma.',
    visitors: 'Diferencia os visitantes para que as visitas possam ser contadas.',
    visits: 'Guarda o estado de uma visita.',
    audiences: 'Mede os anúncios e encontra públicos para eles.',
    clicks: 'Mede o que acontece depois de um clique em um anúncio.',
    adsElsewhere: 'Escolhe e limita os anúncios em outros sites.',
  },
};

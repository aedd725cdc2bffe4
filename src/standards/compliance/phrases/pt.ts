import type { LanguagePhrases } from './phrase-types';

const agrees =
  /\b(?:aceita|aceitas|aceitara|aceitando|consente|consentes|concorda|concordas|autoriza|autorizas|(?:da|das|presta|prestas) (?:o |a )?(?:seu|teu|sua|tua) (?:consentimento|autorizacao|concordancia)|esta de acordo|estara de acordo)\b|\b(?:consideramos|considera|entendemos|entenderemos|significa|implica|equivale|constitui|assumimos|presumimos) (?:\w{1,14} ){0,4}(?:aceit|consentimento|concord|consent)|\b(?:partimos do principio|presumiremos|assumiremos|presumimos|supomos|depreendemos) (?:de )?que (?:\w{1,14} ){0,4}(?:aceit|concord|consent|de acordo)|\b(?:estas|esta a|estara) (?:de acordo|concordando|aceitando|consentindo|aceitar|concordar|consentir)\b/;
const denies =
  /\bnao (?:\w{1,12} ){0,2}(?:significa|implica|equivale|constitui|aceit|consent|concord|considera)|\bsem (?:aceitar|consentir|dar|concordar)|\b(?:ou|e) (?:recus|rejeit|nega)|\b(?:so|apenas|somente) (?:se|quando|apos|com|depois)\b/;

export const pt: LanguagePhrases = {
  language: 'pt',
  continuing: [
    {
      all: [
        /\b(?:ao|se|quando) (?:voce )?(?:continu|prossegu|naveg|rolar|rola\b|rolares|deslizar|utilizar (?:este|esse|o nosso|nosso|o) site|usar (?:este|esse|o nosso|nosso|o) site|permanecer)|\b(?:continuar|seguir|prosseguir) (?:a navegar|navegando|a navegacao)|\bnavegacao continuada|\ba continuacao da navegacao|\brolagem da pagina/,
        agrees,
      ],
      none: denies,
    },
    {
      all: [
        /\bao (?:visitar|aceder|acessar|utilizar|usar|entrar|clicar em qualquer|seguir|ficar)|\bse (?:voce )?(?:permanecer|visitar|utilizar|usar|ficar|nao (?:alterar|mudar|modificar))\b|\b(?:a (?:mera |simples )?(?:utilizacao|navegacao)|o (?:mero |simples )?uso) (?:d|n|em|pel)|\bsem (?:alterar|mudar|modificar) (?:\w{1,14} ){0,2}(?:definicoes|configuracoes)/,
        agrees,
      ],
      none: denies,
    },
  ],
  closing: [
    {
      all: [
        /\b(?:ao|se|quando) (?:voce )?(?:fechar|fecha|fechas|fechares|clicar no x)\b|\bo fecho d(?:este|a|o)\b|\bo fechamento d/,
        agrees,
      ],
      none: denies,
    },
  ],
  wall: [
    {
      all: [
        /\b(?:deve|deves|tem de|tem que|tens de|precisa|precisas|e necessario|e obrigatorio) (?:\w{1,12} ){0,2}(?:aceitar|consentir|permitir|concordar)\b/,
        /\b(?:para|antes de) (?:\w{1,12} ){0,3}(?:aceder|acessar|usar|utilizar|ver|ler|navegar|continuar|visitar|entrar)\b/,
      ],
      none: /\b(?:videos?|mapas?|chat|func|conteudos? incorporad)/,
    },
    {
      all: [
        /\b(?:nao (?:podera|poderas|pode|podes|e possivel|sera possivel)|so (?:podera|poderas|pode|podes)) (?:\w{1,12} ){0,2}(?:aceder|acessar|usar|utilizar|ver|ler|navegar|visitar|entrar|consultar)\b|\bacesso (?:\w{1,12} |e |ao ){0,6}(?:negado|recusado|bloqueado|condicionado)\b/,
        /\b(?:site|sitio|pagina|conteudos?|artigos?|servico|loja|aplicacao|aplicativo)\b/,
        /\b(?:aceit|recus|rejeit|consent|concord)/,
      ],
      none: /\b(?:algun|algum|partes?\b|cert[oa]s?\b|tod[oa]s?\b|func|videos?|plenamente|corretamente|tambem)/,
    },
    {
      all: [
        /\baceit|\bconsent|\bcookies?\b|\bpublicidade|\banuncios|\brecus|\brejeit|\brastre/,
        /\b(?:ou|alternativamente) (?:\w{1,12} ){0,4}(?:assin(?:e|ar|atura)|subscrev\w{1,4}|subscricao|pagar|pague|comprar|compre)\b|\b(?:assin(?:e|ar|atura)|subscrev\w{1,4}|subscricao|pagar|pague) (?:\w{1,12} ){0,4}(?:para (?:recusar|rejeitar)|e (?:recus|rejeit)\w{1,3}|sem (?:publicidade|anuncios|cookies|rastreamento|rastreio|aceitar))|\b(?:recusar|rejeitar|recuse|rejeite) (?:\w{1,10} ){0,3}(?:assin|subscr|pagar|pagando|por \d)/,
      ],
      none: /\b(?:newsletter|boletim|carrinho|cesto|pedidos?|encomendas?|pagamentos?)\b/,
    },
  ],
  pressure: [
    {
      all: [
        /\b(?:site|sitio|pagina|loja|servico|aplicacao|aplicativo) (?:\w{1,12} ){0,2}nao (?:\w{1,12} ){0,1}(?:funciona|funcionara|funcione|funcionar)\b/,
        /\b(?:se|sem|a menos que|a nao ser que|ate que) (?:\w{1,12} ){0,3}(?:aceit|consent|recus|rejeit)/,
      ],
      none: /\b(?:algum|partes?\b|cert[oa]s?\b|funcoes|funcionalidade|podera|podem|pode\b|talvez|videos?)/,
    },
    {
      all: [
        /\b(?:prefiro|quero|escolho|gosto de) (?:\w{1,14} ){0,6}(?:pior|ma\b|ruim|aborrecid|chat[oa]s?\b|irrelevante|incomod)/,
      ],
    },
    {
      all: [
        /\bnao (?:me importo|ligo|quero saber|gosto|me interesso|quero) (?:\w{1,14} ){0,4}(?:privacidade|seguranca|poupar|economizar|descontos?|ofertas?|vantagens|uma (?:boa|melhor))|\b(?:abdico|abro mao) (?:\w{1,14} ){0,3}(?:descontos?|ofertas?|vantagens|privacidade)/,
      ],
    },
    {
      all: [
        /\b(?:deixa-nos|nos deixa|ficariamos|ficaremos|ficamos) (?:\w{1,8} )?(?:trist|desiludid|decepcionad)/,
      ],
    },
    {
      all: [
        /\b(?:vai|vais) (?:\w{1,8} )?(?:arrepender|perder (?:uma|esta|as|os))\b|\b(?:arrepender-se-a|nao perca)\b/,
      ],
    },
    { all: [/\bnao nos (?:deixe|deixes|abandone|abandones)\b/] },
    { all: [/\b(?:pior|ma|mas) experiencia|\bexperiencia (?:pior|ruim)\b/] },
    {
      all: [
        /\b(?:sobrevivencia|postos de trabalho|empregos) (?:\w{1,12} ){0,5}(?:jornalist|redacao|depend|risco)/,
      ],
    },
    {
      all: [
        /\b(?:nao|sim|recusar|opor-me)\b,? (?:\w{1,14},? ){0,5}(?:perder|perco|abdicar|abdico|abrir mao|renunciar) (?:\w{1,14} ){0,4}(?:vantagens|descontos?|ofertas?|poupancas?|beneficios?|pontos)/,
      ],
    },
    {
      all: [/\bnao quero (?:apoiar|ajudar)\b/],
    },
  ],
  silence: [
    {
      all: [/\bautomatic/, /\baceit|\bconsent/],
      none: /\b(?:nao|nunca|nenhum\w{0,1}|nada)\b|\b(?:recus|rejeit)/,
    },
    {
      all: [
        /\bse (?:voce )?nao (?:se opuser|se opor|te opuseres|recus\w{1,3}|rejeit\w{1,3}|respond\w{1,3}|reag\w{1,3})\b|\bsalvo oposicao|\bna falta de (?:oposicao|resposta)/,
        /\b(?:\d{1,3}|cinco|dez|trinta|alguns) (?:segundos?|minutos?)\b/,
      ],
      none: /\b(?:nada|nenhum\w{0,1})\b/,
    },
    {
      all: [
        /\bse (?:voce )?nao (?:se opuser|se opor|te opuseres|recus\w{1,3}|rejeit\w{1,3}|respond\w{1,3}|reag\w{1,3})\b|\bsalvo oposicao|\bna falta de (?:oposicao|resposta)/,
        agrees,
      ],
      none: denies,
    },
  ],
  noWithdrawal: [
    {
      all: [
        /\b(?:escolha|decisao|consentimento|selecao)\b/,
        /\b(?:definitiv[oa]|irrevogavel|irreversivel)\b|\bnao (?:podera|pode|poderas|podes) (?:\w{1,12} ){0,3}(?:alterad|mudad|retirad|revogad|alterar|mudar|retirar|revogar|anulad)/,
      ],
      none: /\bnao (?:e )?(?:definitiv|irrevogavel)|\b(?:necessari|essencia|licitude)/,
    },
  ],
  doubleNegative: [
    {
      all: [
        /\b(?:nao|sem|nunca) (?:(?:quero|desejo|me|os|as|tudo|todos) ){0,3}(?:recus|rejeit|negar|opor|oponho|desativ|bloque|declin|retir|revog)|\b(?:recusar|rejeitar) (?:a |o )?(?:recusa|rejeicao|oposicao|opor|retirada)/,
      ],
      none: /\bnao(?:-| )(?:necessari|essencia)/,
    },
  ],
  refusal:
    /\bnao (?:vender|vendam|venda|vendas|partilh\w{1,4}|compartilh\w{1,4}|rastrear|tratar)\b|^(?:recus|rejeit|desativ|opor|oposicao|bloquear)/,
  yesOrNo: /^(?:sim|nao|ligado|desligado|ativado|desativado)$/,
  close: /\bfech(?:ar|a|e|o|amento|ando)\b/,
  acceptance:
    /^(?:sim,? )?(?:aceito|aceitar|permitir|concordo|aceitar (?:tudo|todos|todas|todos os cookies|os cookies|e \w{1,14})|permitir (?:tudo|todos))$/,
  rejection:
    /^(?:nao,? )?(?:recuso|recusar|rejeitar|rejeito|(?:recusar|rejeitar) (?:tudo|todos|todas|todos os cookies|os cookies)|continuar sem aceitar|nao aceito|nao aceitar)$/,
  payment: /\b(?:assinar|assinatura|subscrev\w{1,4}|subscricao|pagar|comprar)\b/,
  advertising: /publicid|publicit|\banunci|marketing/,
};

import { choicesLink, type LanguageTexts, policyLink } from './banner-text-types';

/** Sentences follow each other without spaces. */
const paragraph = (...sentences: readonly string[]) => `<p>${sentences.join('')}</p>`;

const technologies = '当サイトでは、Cookieおよび類似の技術を使用しています。';
const always = 'サイトの動作に必要なものは常に有効です。';
const uses =
  '当サイトでは、サイトの運営、設定の記憶、利用状況の測定、広告のために、Cookieおよび類似の技術を使用しています。';
const more = `詳しくは${policyLink('プライバシーポリシー')}をご覧ください。`;
const closing = 'このお知らせを閉じた場合、同意が必要なものはすべてオフのままです。';
const signal = 'お使いのブラウザーは、Global Privacy Controlの信号を送信しています。';

export const ja: LanguageTexts = {
  locale: 'ja',
  direction: 'ltr',
  banners: {
    'opt-in-explicit': {
      heading: '先にご確認をお願いします',
      htmlText: paragraph(
        '必要不可欠でない処理は、同意をいただくまで行いません。',
        '記載された提供先へのデータの提供や国外への移転も含め、目的ごとに個別にお選びいただけます。',
        'あらかじめ選択されている項目はなく、拒否しても不利益はありません。同意はプライバシー設定でいつでも個別に撤回できます。',
        closing,
        `データの責任者、提供先とその国、保存期間、権利の行使や苦情申し立ての方法は、${policyLink('プライバシーポリシー')}に記載しています。`,
      ),
    },
    'opt-in': {
      heading: 'プライバシーはご自身で選べます',
      htmlText: paragraph(
        technologies,
        always,
        '設定の記憶、利用状況の測定、関心に合わせた広告の表示は、同意をいただいた場合にのみ行います。',
        'その際、プライバシー設定に記載された提供者にもデータが送信されます。',
        '拒否も同じように簡単にでき、同意はプライバシー設定でいつでも撤回できます。',
        closing,
        more,
      ),
    },
    'opt-in-exempt': {
      heading: 'プライバシーはご自身で選べます',
      htmlText: paragraph(
        technologies,
        always,
        'また、当サイトの改善のためだけに、訪問数を数え、お好みの表示方法を記憶します。これにはプライバシー設定でいつでも異議を申し立てることができます。',
        '広告と、そのためのデータの提供は、同意をいただいた場合にのみ行います。この同意も同じ場所で撤回できます。',
        closing,
        more,
      ),
    },
    'opt-out': {
      heading: 'プライバシーに関する選択',
      htmlText: paragraph(
        uses,
        'これに伴い、個人情報を広告パートナーに販売または共有したり、ターゲティング広告に使用したりすることがあります。',
        `これはいつでも拒否できます：${choicesLink('個人情報の販売または共有を拒否する')}。`,
        more,
      ),
    },
    'notice-opt-out': {
      heading: '当サイトでのデータの利用について',
      htmlText: paragraph(
        uses,
        'データは、国外を含むパートナーに送信されることがあります。',
        `今すぐ、または後からいつでも拒否でき、直ちに反映されます：${choicesLink('拒否または選択する')}。`,
        more,
      ),
    },
    'notice-only': {
      heading: '当サイトでのデータの利用について',
      htmlText: paragraph(
        uses,
        `対象となるデータ、提供先、制限の方法は、${policyLink('プライバシーポリシー')}に記載しています。`,
      ),
    },
    'necessary-only': {
      heading: '必要なものだけを使用しています',
      htmlText: paragraph(
        '当サイトでは、サイトの動作に必要なCookieおよび類似の技術のみを使用しています。',
        '同意は必要ないため、選択していただく項目はありません。',
        more,
      ),
    },
  },
  facts: {
    controller: paragraph('当サイトでのデータの利用については、{controller}が責任を負います。'),
    partners: paragraph('データを受け取る可能性のあるパートナーの数：{partners}。'),
    limitSensitive: paragraph(
      `機微な個人情報の利用を制限することもできます：${choicesLink('機微な個人情報の利用を制限する')}。`,
    ),
  },
  gpc: {
    honored: {
      heading: 'プライバシー信号を確認しました',
      htmlText: paragraph(
        signal,
        'これを拒否の意思として扱い、広告とそのためのデータの提供をオフにしています。',
        `これ以上の操作は必要ありません。変更したい場合は、${choicesLink('ご自身でお選びください')}。`,
        more,
      ),
    },
    binding: {
      heading: 'オプトアウトの要求を尊重しています',
      htmlText: paragraph(
        signal,
        'これをオプトアウトの要求として扱います。個人情報の販売、共有、ターゲティング広告への使用は行いません。',
        `これ以上の操作は必要ありません。ご自身で別途選択された場合にのみ変更されます：${choicesLink('プライバシーに関する選択')}。`,
        more,
      ),
    },
  },
  modal: {
    heading: 'プライバシー設定',
    htmlText: paragraph('データの取り扱いをここで選べます。選択はいつでも変更できます。'),
  },
  categories: {
    necessary: {
      heading: '必須',
      htmlText: paragraph(
        'サイトの動作、安全の維持、この選択の記憶に必要なCookieです。オフにすることはできません。',
      ),
    },
    functional: {
      heading: '機能',
      htmlText: paragraph(
        '動画、地図、チャットなどの追加機能を提供するCookieです。利用すると、その提供者にデータが送信されます。',
      ),
    },
    preferences: {
      heading: '設定の記憶',
      htmlText: paragraph('言語や表示などの設定を、次回の訪問のために記憶するCookieです。'),
    },
    analytics: {
      heading: '統計',
      htmlText: paragraph(
        'サイトがどのように利用されているかを把握し、改善に役立てるためのCookieです。データは、各Cookieに記載された提供者が処理します。',
      ),
    },
    marketing: {
      heading: 'マーケティング',
      htmlText: paragraph(
        '関心に合わせた広告を表示し、その効果を測定するためのCookieです。',
        'そのために、国外を含め、各Cookieに記載された提供者にデータが送信されます。',
      ),
    },
  },
  buttons: {
    acceptAll: 'すべて許可',
    rejectAll: 'すべて拒否',
    manage: '選択する',
    save: '選択を保存',
    acknowledge: '閉じる',
  },
  thisSite: '当サイト',
  cookies: {
    session: 'ログインなどのセッションを維持します。',
    visitor: 'このブラウザーをプライバシーの選択の記録に結び付けます。',
    choice: 'このプライバシーの選択を記憶します。',
    proof: 'このプライバシーの選択が他人に読み取られたり変更されたりするのを防ぎます。',
    language: 'サイトの言語を記憶します。',
    visitors: '訪問数を数えるために、訪問者を区別します。',
    visits: '訪問の状態を保持します。',
    audiences: '広告の効果を測定し、広告の対象となる人を見つけます。',
    clicks: '広告のクリック後の行動を測定します。',
    adsElsewhere: '他のサイトでの広告を選択し、表示回数を制限します。',
  },
};

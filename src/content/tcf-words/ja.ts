import type { TcfWords } from './tcf-word-types';

export const ja: TcfWords = {
  intro:
    '当サイトとパートナー（{count}社）は、次の目的のために、Cookieや識別子などの情報をお使いの端末に保存または読み取り、閲覧データなどの個人データを処理します。',
  partners: 'パートナー（{count}社）',
  interest:
    '一部のパートナーは、同意ではなく正当な利益に基づいて処理します。設定で異議を申し立てることができます。',
  scope: '選択はこのサイトにのみ適用されます。プライバシー設定でいつでも変更や同意の撤回ができます。',
  purposes: '目的',
  specialPurposes: '特別な目的',
  noChoice: 'これらは拒否できません。',
  features: '機能',
  specialFeatures: '特別な機能',
  consent: '同意',
  legitimateInterest: '正当な利益',
  examples: '例',
  retention: 'データの保存期間',
  cookieLifetime: 'Cookieの有効期間',
  cookieRefresh: '延長されることがあります',
  otherStorage: 'Cookie以外の保存領域も使用します',
  data: 'データ',
  interestClaim: '正当な利益の説明',
};

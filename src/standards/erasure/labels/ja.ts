import type { ErasureLabels } from './erasure-label-types';

export const ja: ErasureLabels = {
  locale: 'ja',
  title: '消去証明書',
  leads: {
    visitor: '本証明書は、{date}に1名の訪問者の同意データが消去されたことを証明します。',
    subject:
      '本証明書は、{date}に1名の方の同意データが、関連付けられたすべての端末について消去されたことを証明します。',
    incomplete:
      '{date}に行われた1名の方の同意データの消去は中断され、完了していません。消去されたのは、本証明書に計上された訪問者のデータのみです。',
  },
  sections: {
    erased: '消去されたもの',
    request: '消去の依頼者',
    kept: '保持されるものと理由',
    visitors: '訪問者',
    verify: 'この証明書の確認方法',
  },
  fields: {
    number: '番号',
    code: 'コード',
    erasedAt: '消去日時',
    askedBy: '消去者',
    operator: '担当者',
    reason: '理由',
    visitors: '訪問者',
    records: '同意記録',
    states: '履歴の状態',
    parentalRequests: '保護者への依頼',
    person: '個人のハッシュ',
    basis: '法的根拠',
    address: 'アドレス',
    visitor: '訪問者IDのハッシュ',
    auditEntry: '監査ログの項目',
  },
  by: {
    visitor: '訪問者本人',
    unproven: '訪問者本人（未確認）',
    apiKey: 'サイトのサーバー',
    operator: 'サイトの担当者',
  },
  kept: {
    auditLog: '監査ログには、消去の日時と消去者が、IDの代わりに鍵付きハッシュとともに残ります。',
    certificate: '本証明書は、再発行できるよう一定期間保持されます。',
  },
  statistics: '統計には数のみが含まれ、個人は特定されません。',
  backups: 'バックアップ内の複製は、バックアップの更新とともになくなります。',
  hashes: 'ハッシュはIDの代わりです。IDとサイトの秘密鍵がなければ、誰のものか分かりません。',
  verify:
    'サイトは番号とコードを確認し、監査ログと照合します。下のアドレスから、発行時のままの証明書を取得できます。',
  more: '機械可読の証明書にあと{count}件',
  issued: '発行 {date}',
  page: '{page} / {pages} ページ',
};

import type { TcfWords } from './tcf-word-types';

export const he: TcfWords = {
  intro:
    'אנחנו והשותפים שלנו (מספרם: {count}) שומרים מידע במכשיר שלך או קוראים אותו, כגון קובצי Cookie ומזהים, ומעבדים מידע אישי, כגון נתוני גלישה, למטרות האלה:',
  partners: 'שותפים ({count})',
  interest: 'חלק מהשותפים מסתמכים על אינטרס לגיטימי במקום על הסכמתך. אפשר להתנגד לכך בהגדרות.',
  scope: 'הבחירה שלך חלה על האתר הזה בלבד. אפשר לשנות אותה או לחזור בך מההסכמה בכל עת בהגדרות הפרטיות.',
  purposes: 'מטרות',
  specialPurposes: 'מטרות מיוחדות',
  noChoice: 'אי אפשר לסרב להן.',
  features: 'תכונות',
  specialFeatures: 'תכונות מיוחדות',
  consent: 'הסכמה',
  legitimateInterest: 'אינטרס לגיטימי',
  examples: 'דוגמאות',
  retention: 'תקופת שמירת הנתונים',
  cookieLifetime: 'אורך החיים של קובצי Cookie',
  cookieRefresh: 'ניתן להאריך אותו',
  otherStorage: 'משתמש גם באחסון שאינו קובצי Cookie',
  data: 'נתונים',
  interestClaim: 'הסבר על האינטרס הלגיטימי',
};

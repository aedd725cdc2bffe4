import { defineWords } from '../words';

export const words = defineWords({
  en: {
    title: 'Is it still you?',
    text: 'This changes who can sign in or what people may do. Your last sign-in was more than ten minutes ago.',
    password: 'Your password',
    code: 'Code from your authenticator app',
    confirm: 'Confirm',
    signInText: 'This changes who can sign in or what people may do. Sign in again first, then repeat it.',
    signInAgain: 'Sign in again',
  },
  de: {
    title: 'Sind Sie es noch?',
    text: 'Das ändert, wer sich anmelden kann oder wer was darf. Ihre letzte Anmeldung liegt mehr als zehn Minuten zurück.',
    password: 'Ihr Passwort',
    code: 'Code aus Ihrer Authentifizierungs-App',
    confirm: 'Bestätigen',
    signInText:
      'Das ändert, wer sich anmelden kann oder wer was darf. Melden Sie sich erst neu an und wiederholen Sie es dann.',
    signInAgain: 'Neu anmelden',
  },
  fr: {
    title: 'Est-ce toujours vous ?',
    text: 'Cette action change qui peut se connecter ou les droits de quelqu’un. Votre dernière connexion date de plus de dix minutes.',
    password: 'Votre mot de passe',
    code: 'Code de votre application d’authentification',
    confirm: 'Confirmer',
    signInText:
      'Cette action change qui peut se connecter ou les droits de quelqu’un. Reconnectez-vous, puis recommencez.',
    signInAgain: 'Se reconnecter',
  },
  es: {
    title: '¿Sigue siendo usted?',
    text: 'Esto cambia quién puede iniciar sesión o qué puede hacer alguien. Su último inicio de sesión fue hace más de diez minutos.',
    password: 'Su contraseña',
    code: 'Código de su aplicación de autenticación',
    confirm: 'Confirmar',
    signInText:
      'Esto cambia quién puede iniciar sesión o qué puede hacer alguien. Inicie sesión de nuevo y repítalo.',
    signInAgain: 'Iniciar sesión de nuevo',
  },
});

import { defineWords } from '../../../words';

/** Keys of the facts in receipts, as the service stores them. The controller’s name has its own field. */
export const receiptFacts = [
  'controllerAddress',
  'contact',
  'jurisdiction',
  'storageLocations',
  'retentionPeriod',
] as const;

type Facts = Readonly<Record<string, string>>;

export const receiptWords = defineWords({
  en: {
    title: 'Receipts',
    intro: 'ISO/IEC TS 27560 asks for these facts. What is empty here comes from the configuration.',
    facts: {
      controllerName: 'Name of the controller',
      controllerAddress: 'Address of the controller',
      contact: 'Contact for privacy questions',
      jurisdiction: 'Jurisdiction',
      storageLocations: 'Where data is stored, separated by commas',
      retentionPeriod: 'How long data is kept',
    } as Facts,
  },
  de: {
    title: 'Belege',
    intro: 'ISO/IEC TS 27560 verlangt diese Angaben. Was hier leer ist, kommt aus der Konfiguration.',
    facts: {
      controllerName: 'Name des Verantwortlichen',
      controllerAddress: 'Anschrift des Verantwortlichen',
      contact: 'Kontakt für Fragen zum Datenschutz',
      jurisdiction: 'Rechtsordnung',
      storageLocations: 'Wo Daten gespeichert werden, durch Kommas getrennt',
      retentionPeriod: 'Wie lange Daten aufbewahrt werden',
    },
  },
  fr: {
    title: 'Reçus',
    intro:
      'La norme ISO/IEC TS 27560 demande ces informations. Ce qui est vide ici vient de la configuration.',
    facts: {
      controllerName: 'Nom du responsable du traitement',
      controllerAddress: 'Adresse du responsable du traitement',
      contact: 'Contact pour les questions de confidentialité',
      jurisdiction: 'Juridiction',
      storageLocations: 'Où les données sont conservées, séparé par des virgules',
      retentionPeriod: 'Combien de temps les données sont conservées',
    },
  },
  es: {
    title: 'Recibos',
    intro: 'La norma ISO/IEC TS 27560 pide estos datos. Lo que aquí está vacío viene de la configuración.',
    facts: {
      controllerName: 'Nombre del responsable',
      controllerAddress: 'Dirección del responsable',
      contact: 'Contacto para preguntas de privacidad',
      jurisdiction: 'Jurisdicción',
      storageLocations: 'Dónde se guardan los datos, separado por comas',
      retentionPeriod: 'Cuánto tiempo se guardan los datos',
    },
  },
});

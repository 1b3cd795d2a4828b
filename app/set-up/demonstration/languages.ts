/** The words of a procedure in one language. `{title}` stands for the document's title. */
export interface Wording {
  code: string;
  version: string;
  /** The foot: `{page}` of `{count}`. */
  page: string;
  purpose: [heading: string, ...paragraphs: string[]];
  scope: [heading: string, ...paragraphs: string[]];
  responsibilities: { heading: string; head: string[]; rows: string[][] };
  procedure: { heading: string; opening: string; steps: string[] };
  flow: { caption: string; boxes: string[] };
  plot: { heading: string; paragraphs: string[]; caption: string; limit: string };
  records: { heading: string; opening: string; head: string[]; rows: string[][] };
  history: { heading: string; head: string[]; first: string };
}

const en: Wording = {
  code: 'en-GB',
  version: 'Version',
  page: 'Page {page} of {count}',
  purpose: [
    'Purpose',
    'This document says how Northmere Diagnostics carries out “{title}”: who does what, in which order, on what ' +
      'evidence, and what is recorded. It exists so that the result does not depend on who is on duty.',
    'It replaces every earlier instruction on the same subject. Where practice and this document differ, the ' +
      'work stops and the difference is reported as a deviation.',
  ],
  scope: [
    'Scope',
    'It applies to everybody who does this work, at every site, on every shift, and to contractors who work ' +
      'under the supervision of Northmere Diagnostics. Work that began under an earlier version is completed under ' +
      'this one.',
  ],
  responsibilities: {
    heading: 'Responsibilities',
    head: ['Role', 'Responsible for', 'Deputy'],
    rows: [
      ['Operator', 'Carries out each step and records it at the time when it is done', 'Trained colleague'],
      ['Supervisor', 'Provides time, material and trained people; checks the records each day', 'Shift lead'],
      ['Quality Assurance', 'Reviews deviations, approves changes, keeps the records', 'Quality engineer'],
      ['Document owner', 'Keeps this document true and reviews it in time', 'Head of department'],
    ],
  },
  procedure: {
    heading: 'Procedure',
    opening: 'Follow the steps in their order. A step that cannot be carried out as described is a deviation.',
    steps: [
      'Check that this version is in force and that your training on it is recorded. Printed copies are valid on ' +
        'the day of printing only.',
      'Identify the material, the equipment and the batch. Compare each label with the work order and sign for ' +
        'the comparison.',
      'Inspect the equipment: the status label is green, the calibration is in date, and nothing of an earlier ' +
        'batch is left.',
      'Carry out the work within the limits of the table below. Record each value at once, in ink or in the ' +
        'system, never on a slip.',
      'Where a value lies outside its limits, stop, keep the material as it is, and inform the supervisor within ' +
        'fifteen minutes.',
      'Have a second trained person verify each critical step. The second person does not sign for what was not seen.',
      'Reconcile the quantities. A difference of more than half a percent is explained in the record before the ' +
        'work goes on.',
      'Clean the place of work, return what was not used, and put the equipment into its safe state.',
      'Complete the record, correct mistakes with a single line, date, initials and reason, and hand it over on ' +
        'the same day.',
    ],
  },
  flow: {
    caption: 'The way of a record, from the first entry to its release',
    boxes: ['Prepare', 'Carry out', 'Verify', 'Review', 'Release'],
  },
  plot: {
    heading: 'Limits and trends',
    paragraphs: [
      'Quality Assurance follows the results month by month. Three values in a row above the alert limit are a ' +
        'signal for corrective and preventive action, even where each value by itself is acceptable.',
    ],
    caption: 'Results of the last twelve months against the alert limit',
    limit: 'Alert limit',
  },
  records: {
    heading: 'Records',
    opening:
      'The records below are retained for at least the time given, and longer where the law of a market asks for it.',
    head: ['Record', 'Where', 'Years'],
    rows: [
      ['Completed work record with all enclosures', 'Quality Assurance', '10'],
      ['Deviation reports and their assessment', 'Quality Assurance', '10'],
      ['Training records on this document', 'This system', '10'],
      ['Calibration certificates', 'Engineering', '7'],
    ],
  },
  history: { heading: 'History', head: ['Version', 'What changed'], first: 'First version.' },
};

const de: Wording = {
  ...en,
  code: 'de',
  page: 'Seite {page} von {count}',
  purpose: [
    'Zweck',
    'Diese Anweisung beschreibt, wie bei Northmere Diagnostics „{title}“ ausgeführt und dokumentiert wird: wer ' +
      'was tut, in welcher Reihenfolge und mit welchem Nachweis.',
    'Weicht die Praxis von dieser Anweisung ab, ruht die Arbeit, und die Abweichung wird gemeldet.',
  ],
  scope: [
    'Geltungsbereich',
    'Sie gilt für alle, die diese Arbeit ausführen, an allen Standorten und in allen Schichten, auch für ' +
      'Fremdfirmen unter Aufsicht.',
  ],
  responsibilities: {
    heading: 'Zuständigkeiten',
    head: ['Rolle', 'Aufgabe', 'Vertretung'],
    rows: [
      ['Ausführende', 'Führen jeden Schritt aus und zeichnen ihn sofort auf', 'Geschulte Kollegen'],
      ['Schichtleitung', 'Stellt Zeit, Material und geschultes Personal', 'Stellvertretung'],
      ['Qualitätssicherung', 'Bewertet Abweichungen, genehmigt Änderungen', 'Qualitätsingenieur'],
    ],
  },
  procedure: {
    heading: 'Durchführung',
    opening: 'Die Schritte werden in ihrer Reihenfolge ausgeführt.',
    steps: [
      'Gültigkeit der Version und eigene Schulung prüfen. Ausdrucke gelten nur am Tag des Drucks.',
      'Schmuck und Uhren ablegen, Hände waschen und desinfizieren; dreißig Sekunden Einwirkzeit.',
      'Haube, Mundschutz und Überziehschuhe anlegen, erst danach die Bank übersteigen.',
      'Overall anlegen, ohne dass er den Boden berührt; Ärmel unter die Handschuhe.',
      'Sitz im Spiegel prüfen. Beschädigte Kleidung wird sofort ersetzt.',
      'Eintritt im Raumbuch mit Uhrzeit und Kürzel eintragen.',
      'Beim Ausschleusen in umgekehrter Reihenfolge vorgehen; Einwegkleidung in den gelben Behälter.',
    ],
  },
  flow: { caption: 'Weg durch die Schleuse', boxes: ['Zone E', 'Zone D', 'Bank', 'Zone C'] },
  plot: {
    heading: 'Grenzwerte und Verlauf',
    paragraphs: ['Keimzahlen der Handschuhabklatsche werden monatlich ausgewertet.'],
    caption: 'Keimzahlen der letzten zwölf Monate und Warngrenze',
    limit: 'Warngrenze',
  },
  records: {
    heading: 'Aufzeichnungen',
    opening: 'Die Aufzeichnungen werden mindestens so lange aufbewahrt:',
    head: ['Aufzeichnung', 'Ort', 'Jahre'],
    rows: [
      ['Raumbuch', 'Technik', '10'],
      ['Qualifizierung der Kleidung', 'Qualitätssicherung', '10'],
    ],
  },
  history: { heading: 'Änderungen', head: ['Version', 'Was sich geändert hat'], first: 'Erste Fassung.' },
};

const fr: Wording = {
  ...en,
  code: 'fr',
  page: 'Page {page} sur {count}',
  purpose: [
    'Objet',
    'Cette procédure décrit comment Northmere Diagnostics assure « {title} » : qui fait quoi, dans quel ordre, ' +
      'sur quelles preuves, et ce qui est enregistré.',
    'Elle remplace toute instruction antérieure sur le même sujet.',
  ],
  scope: [
    'Domaine d’application',
    'Elle s’applique à toute réclamation, écrite ou orale, quel que soit le marché, dès qu’un collaborateur en a ' +
      'connaissance.',
  ],
  responsibilities: {
    heading: 'Responsabilités',
    head: ['Fonction', 'Rôle', 'Suppléance'],
    rows: [
      ['Service client', 'Enregistre la réclamation le jour même', 'Chef d’équipe'],
      ['Assurance qualité', 'Évalue la gravité et décide de l’enquête', 'Ingénieur qualité'],
      ['Affaires réglementaires', 'Déclare aux autorités dans les délais', 'Direction'],
    ],
  },
  procedure: {
    heading: 'Déroulement',
    opening: 'Les étapes sont suivies dans l’ordre.',
    steps: [
      'Enregistrer la réclamation : produit, lot, date, description du client dans ses propres mots.',
      'Demander l’échantillon en cause et le conserver dans son état, à la température indiquée.',
      'Évaluer la gravité le jour même ; un risque pour le patient est signalé sans délai.',
      'Rechercher les réclamations semblables des vingt-quatre derniers mois.',
      'Mener l’enquête avec la fabrication et le laboratoire, et consigner les preuves.',
      'Répondre au client dans les dix jours ouvrés, avec la cause et les mesures prises.',
      'Clôturer le dossier après vérification de l’efficacité des mesures.',
    ],
  },
  flow: {
    caption: 'De la réclamation à la clôture',
    boxes: ['Réception', 'Évaluation', 'Enquête', 'Réponse', 'Clôture'],
  },
  plot: {
    heading: 'Suivi',
    paragraphs: ['Le nombre de réclamations est suivi chaque mois et présenté en revue de direction.'],
    caption: 'Réclamations des douze derniers mois et seuil d’alerte',
    limit: 'Seuil d’alerte',
  },
  records: {
    heading: 'Enregistrements',
    opening: 'Durées minimales de conservation :',
    head: ['Document', 'Service', 'Années'],
    rows: [
      ['Dossier de réclamation', 'Assurance qualité', '10'],
      ['Correspondance avec les autorités', 'Affaires réglementaires', '15'],
    ],
  },
  history: { heading: 'Historique', head: ['Version', 'Modification'], first: 'Première version.' },
};

export const wordings = { en, de, fr } as const;

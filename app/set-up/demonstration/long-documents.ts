import type { Paper } from '#app/set-up/demonstration/document-pdf.ts';

/** The texts of the demonstration's longer documents, by title. The other documents have a short text. */
export const longDocuments: Record<string, Paper['sections']> = {
  'Corrective and Preventive Action': [
    {
      heading: 'Purpose',
      paragraphs: [
        'This procedure describes how Northmere Diagnostics identifies, records and removes the causes of ' +
          'nonconformities, and how it prevents their occurrence or recurrence. It defines who decides, on what ' +
          'evidence, and within what time.',
      ],
    },
    {
      heading: 'Scope',
      paragraphs: [
        'It applies to every product, process and quality record of the organisation, whatever the source of ' +
          'the signal: complaint, audit finding, out-of-specification result, deviation or trend. Corrections ' +
          'made and closed within one working day of the signal are not subject to this procedure unless they ' +
          'recur.',
      ],
    },
    {
      heading: 'Responsibilities',
      paragraphs: [
        'The initiator opens the record within one working day of the signal. The owner investigates and ' +
          'proposes action. Quality Assurance judges the significance, approves the plan and verifies that the ' +
          'action was effective before the record is closed.',
      ],
    },
    {
      heading: 'Procedure',
      paragraphs: [
        'Describe what was observed, where and when, and what was done at once to contain it. State the ' +
          'requirement that was not met.',
        'Judge the significance by the effect on the patient, on the product and on the record. The judgement ' +
          'decides the time for the investigation: five, twenty or forty working days.',
        'Find the cause by a method that fits the problem and record the reasoning. A cause that is only ' +
          '"human error" is not accepted without the reason why the error was possible.',
        'Plan the action, name who does it and by when, and say how its effect will be measured. Quality ' +
          'Assurance approves the plan before the work begins.',
        'Verify the effect on data gathered after the action. A record is closed only when the measure that ' +
          'was agreed has been met.',
      ],
    },
    {
      heading: 'Records',
      paragraphs: [
        'The record, its evidence and its signatures are retained for the lifetime of the product and at ' +
          'least ten years.',
      ],
    },
  ],
  'Batch Record Review': [
    {
      heading: 'Purpose',
      paragraphs: ['Every batch record is reviewed by Quality Assurance before the batch is released.'],
    },
    {
      heading: 'Procedure',
      paragraphs: [
        'Check that each page belongs to the batch, that each step is signed by the person who did it, and ' +
          'that each deviation has its number.',
        'Compare the yields with their limits. A yield outside its limits is a deviation also where the ' +
          'product meets its specification.',
        'Sign the review only after every question is answered in the record itself.',
      ],
    },
    {
      heading: 'Records',
      paragraphs: ['The reviewed record is filed under its batch number within two working days.'],
    },
  ],
};

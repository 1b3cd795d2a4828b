import type { DemonstrationDocument, DemonstrationVersion } from '#app/set-up/demonstration/document-facts.ts';
import { chanceOf } from '#app/set-up/demonstration/calendar.ts';
import type { Paper, PaperSection } from '#app/set-up/demonstration/document-pdf.ts';
import { longDocuments } from '#app/set-up/demonstration/long-documents.ts';
import { wordings } from '#app/set-up/demonstration/more-languages.ts';

/** The text of a version: what all procedures have, in the document's language, and its own history. */
export function textOf(
  document: DemonstrationDocument,
  version: DemonstrationVersion | null,
): Pick<Paper, 'sections' | 'words'> {
  const { name, versions, language = 'en' } = document;
  const words = wordings[language];
  const { purpose, scope, responsibilities, procedure, flow, plot, records, history } = words;
  const plain = ([heading, ...paragraphs]: readonly [string, ...string[]]): PaperSection => ({
    heading,
    paragraphs: paragraphs.map((text) => text.replace('{title}', name)),
  });
  const own = longDocuments[name];
  const past = versions.slice(0, version ? versions.indexOf(version) + 1 : 0);
  const values = Array.from({ length: 12 }, (_, month) => 2 + 7 * chanceOf(`${name} ${version?.version} ${month}`));
  const sections: PaperSection[] = [
    ...(own ? [] : [plain(purpose), plain(scope)]),
    ...(own ?? []),
    { heading: responsibilities.heading, paragraphs: [], table: responsibilities },
    ...(own
      ? []
      : [{ heading: procedure.heading, paragraphs: [procedure.opening], steps: procedure.steps, figure: flow }]),
    { heading: plot.heading, paragraphs: plot.paragraphs, plot: { ...plot, values } },
    { heading: records.heading, paragraphs: [records.opening], table: records },
    {
      heading: history.heading,
      paragraphs: [],
      table: {
        head: history.head,
        rows: past.map((one) => [one.version, (!one.externallyEffective && one.reason) || history.first]),
      },
    },
  ];
  return { sections, words };
}

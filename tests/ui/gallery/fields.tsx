import { DateField } from '#app/ui/date-field/date-field.tsx';
import { comingDays } from '#app/ui/date-field/quick-days.ts';
import { plainField } from '#app/ui/field/field.tsx';
import { Page, PageHead } from '#app/ui/page/page.tsx';
import { DropArea } from '#app/ui/upload/drop-area.tsx';
import { Upload } from '#app/ui/upload/upload.tsx';

/** The fields that script makes quicker: a date with its month, uploads that share a drop. */
export function FieldsPage() {
  return (
    <Page>
      <PageHead title="Fields" />
      <form className="stack narrow">
        <DateField
          field={plainField('date')}
          label="Effective date"
          example="10 Dec 2026"
          today="2026-11-26"
          min="2026-11-27"
          quick={comingDays('2026-11-26')}
        />
        <DropArea>
          <Upload field={plainField('working')} label="Working document" accept=".doc,.docx" keyName="workingKey" />
          <Upload field={plainField('final')} label="Final PDF" accept=".pdf" keyName="finalKey" />
        </DropArea>
      </form>
    </Page>
  );
}

import { ReportFilterBar } from '#app/reports/screens/matrix-section.tsx';
import { ReportTable } from '#app/reports/screens/report-table.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Check, plainField, TextField } from '#app/ui/field/field.tsx';
import { Actions, BackLink, Page, TitleBlock, WideSection } from '#app/ui/page/page.tsx';
import { OpenByDepartment } from '#app/reports/screens/plots/open-by-department.tsx';
import { RecordLink } from '#app/ui/register/cells.tsx';
import { type Column, Register } from '#app/ui/register/register.tsx';
import { RoleTag } from '#app/ui/status/tag.tsx';

const longName = `Maximilian${'a'.repeat(60)} ${'W'.repeat(70)}`;

type Member = { name: string; departments: string; leaves: boolean };

const members: Member[] = [
  { name: 'Aoife Brennan', departments: 'Laboratory', leaves: true },
  { name: 'Ines Okafor', departments: 'Corporate, Quality Assurance', leaves: false },
  { name: longName, departments: Array.from({ length: 30 }, (_, i) => `Site ${i} Packaging`).join(', '), leaves: true },
];

const memberColumns: Column<Member>[] = [
  {
    key: 'name',
    label: 'Name',
    sort: 'name',
    rowHead: true,
    cell: ({ name }) => <RecordLink to="/">{name}</RecordLink>,
  },
  { key: 'role', label: 'Role', place: 'corner', cell: () => <RoleTag role="EMPLOYEE" /> },
  { key: 'departments', label: 'Departments', place: 'full', cell: ({ departments }) => departments },
  {
    key: 'actions',
    label: 'Actions',
    hiddenLabel: true,
    place: 'num',
    cell: ({ name, leaves }) => (
      <span className="actions end">
        <LinkButton to="/record" download kind="quiet" size="small" icon="download" about={name}>
          Training Record
        </LinkButton>
        {leaves && (
          <LinkButton to="/deactivate" kind="quiet-stop" size="small" about={name}>
            Deactivate
          </LinkButton>
        )}
      </span>
    ),
  },
];

const record = (title: string, begins: boolean, number: string, document: string) => ({
  key: `${title} ${number}`,
  group: { title, begins },
  cells: [number, document, '1.0', '24 Nov 2026', '08 Dec 2026', 'To be signed'],
});

/** Lists whose names are long, and what stands around them. */
export function ListsPage() {
  return (
    <Page>
      <TitleBlock
        trail={<BackLink to="/dashboard">Documents</BackLink>}
        title="Batch Record Review Checklist"
        facts={<span>Version 1.0</span>}
      />
      <Actions doc>
        <LinkButton to="/pdf" download kind="solid" icon="download">
          Download PDF
        </LinkButton>
        <LinkButton to="/trail" icon="scroll-text">
          Download Audit Trail
        </LinkButton>
        <LinkButton to="/revise" icon="file-pen-line">
          Create Revision
        </LinkButton>
        <LinkButton to="/publish" icon="calendar-clock">
          Change effective date
        </LinkButton>
        <LinkButton to="/effective" kind="plain" icon="history">
          View Effective Docs
        </LinkButton>
        <LinkButton to="/working" kind="plain" icon="history">
          View Working Docs
        </LinkButton>
        <LinkButton to="/retire" kind="stop" icon="archive" push>
          Retire
        </LinkButton>
      </Actions>
      <TextField
        field={plainField('effectiveAt', { defaultValue: '06 Dec 2026' })}
        label="Effective date"
        hint="For example, 08 Dec 2026"
      />
      <Check field={plainField('external')} label="This document is already effective external to the system" />
      <Choices
        field={plainField('approvers')}
        legend="Approvers"
        choices={[
          { value: 'a', label: 'Priya Raman' },
          { value: 'b', label: 'Marit Solheim' },
        ]}
      />
      <WideSection id="members" title="Team members">
        <Register labelledBy="members" columns={memberColumns} rows={members} rowKey={({ name }) => name} />
      </WideSection>
      <WideSection id="rows" title="Organization Training Report">
        <ReportFilterBar
          label="Filter"
          choices={{ departments: [], areas: ['QA'], people: [] }}
          filters={{}}
          has={['department', 'area', 'person', 'gaps']}
          position={undefined}
        />
        <ReportTable
          labelledBy="rows"
          groupHead="Team member"
          columns={['Document', 'Title', 'Version', 'Assigned', 'Due', 'Training'].map((head) => ({
            head,
            short: head !== 'Title' && head !== 'Training',
          }))}
          rows={[
            record('Hana Kobayashi', true, 'SOP - QA - 003', 'Corrective and Preventive Action'),
            record('Hana Kobayashi', false, 'SOP - QA - 017', 'M'.repeat(80)),
            record(longName, true, 'SOP - QA - 017', 'Batch Record Review'),
          ]}
          empty="Nobody."
        />
        <OpenByDepartment
          bars={[
            { uid: 'Corporate', to: '#', department: 'Corporate', due: 4, overdue: 1 },
            { uid: 'Engineering', to: '#', department: 'Engineering', due: 0, overdue: 0 },
            { uid: 'W', to: '#', department: 'W'.repeat(70), due: 0, overdue: 0 },
          ]}
        />
      </WideSection>
    </Page>
  );
}

import { Button, LinkButton } from '#app/ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot, DialogOpener } from '#app/ui/dialog/dialog.tsx';
import { Docket, Dockets } from '#app/ui/docket/docket.tsx';
import { Overdue } from '#app/ui/docket/overdue.tsx';
import { plainField, TextField } from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Page, Section, SectionHead, WideSection } from '#app/ui/page/page.tsx';
import { Rate } from '#app/ui/rate/rate.tsx';
import { Initials, RecordLink } from '#app/ui/register/cells.tsx';
import { Filters, FilterSelect, SearchField, Segments } from '#app/ui/register/filters.tsx';
import { Pager } from '#app/ui/register/pager.tsx';
import { type Column, Register } from '#app/ui/register/register.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { Tabs } from '#app/ui/tabs/tabs.tsx';
import { type DocumentRow, documents } from './samples.ts';

const columns: readonly Column<DocumentRow>[] = [
  { key: 'type', label: 'Type', sort: 'type', place: 'lead', cell: (row) => row.type },
  { key: 'area', label: 'Area', sort: 'area', place: 'lead', cell: (row) => row.area },
  { key: 'id', label: 'ID', sort: 'id', place: 'lead', nowrap: true, cell: (row) => row.number },
  {
    key: 'name',
    label: 'Name',
    sort: 'name',
    place: 'full',
    cell: (row) => <RecordLink to={`/dashboard/docs/${row.uid}`}>{row.name}</RecordLink>,
  },
  {
    key: 'modified',
    label: 'Modified',
    sort: 'modified',
    place: 'later',
    nowrap: true,
    labelled: true,
    cell: (row) => row.modified,
  },
  {
    key: 'creator',
    label: 'Creator',
    sort: 'creator',
    place: 'later',
    labelled: true,
    cell: (row) => <Initials name={row.creator} />,
  },
  {
    key: 'status',
    label: 'Status',
    sort: 'status',
    place: 'corner',
    nowrap: true,
    cell: (row) => <Status status={row.status} trainingRate={row.rate ?? 0} />,
  },
  {
    key: 'trained',
    label: 'Trained',
    place: 'later',
    cell: (row) => (row.rate === null ? null : <Rate percent={row.rate} />),
  },
  {
    key: 'effective',
    label: 'Effective',
    sort: 'effective',
    place: 'later',
    nowrap: true,
    labelled: true,
    cell: (row) => row.effective,
  },
];

/** The documents home as the screens will compose it. */
export function DocumentsPage() {
  return (
    <Page>
      <SectionHead title="Documents">
        <Tabs
          label="Documents"
          tabs={[
            { to: '/dashboard/training', label: 'Training Documents', count: { number: 5, of: 'to sign' } },
            { to: '/dashboard/effective', label: 'Effective Documents' },
            { to: '/dashboard', label: 'Manage Documents', current: true, count: { number: 3, of: 'need attention' } },
          ]}
        />
      </SectionHead>
      <Section id="start" title="Start here" note="Three tasks are waiting for you.">
        <Dockets>
          <Docket
            number="SOP - QA - 009"
            version="2.0"
            title="Change Control"
            fact="All approvers have signed."
            aside="Since 11 Mar 2026"
            action={
              <LinkButton to="/publish" kind="solid" icon="stamp" about="Change Control">
                Approve
              </LinkButton>
            }
          />
          <Docket
            number="SOP - QA - 003"
            version="3.0"
            title="Corrective and Preventive Action"
            fact="From Tomasz Wieczorek. Two of three have signed."
            action={
              <LinkButton to="/approve" kind="pen" icon="signature" about="Corrective and Preventive Action">
                Sign &amp; Approve Document
              </LinkButton>
            }
          />
          <Docket
            number="Policy - CORP - 004"
            title="Anti-Falsification and Data Integrity"
            fact={
              <>
                Version 2.1
                <br />
                <Overdue>Effective 02 Mar 2026, already in force</Overdue>
              </>
            }
            action={
              <LinkButton to="/review" kind="pen" icon="book-open" about="Anti-Falsification and Data Integrity">
                Review Document
              </LinkButton>
            }
          />
        </Dockets>
      </Section>
      <WideSection
        id="all"
        title="All documents"
        actions={
          <DialogOpener dialog="create-document" href="/dashboard/docs/create/title" kind="solid" icon="plus">
            Create new document
          </DialogOpener>
        }
      >
        <Filters label="Documents" keep={{ show: 'all' }} showButton>
          <SearchField label="Search by name" />
          <Segments
            label="Show"
            segments={[
              { to: '?show=all', label: 'All Docs', count: 41, current: true },
              { to: '?show=my', label: 'My Docs', count: 7 },
              { to: '?show=retired', label: 'Retired Docs', count: 12 },
            ]}
          />
          <FilterSelect
            label="Functional area"
            name="area"
            value=""
            all="All Functional Areas"
            options={['CORP', 'ENG', 'IT', 'PM', 'QA'].map((area) => ({ value: area, label: area }))}
          />
          <FilterSelect
            label="Department"
            name="department"
            value=""
            all="Show all departments"
            options={[
              { value: 'a', label: 'Stability and Environmental Monitoring of the Sterile Suites, Buildings 2 to 7' },
            ]}
          />
          <Button kind="quiet">Create functional area</Button>
        </Filters>
        <Register
          compact
          labelledBy="all"
          columns={columns}
          rows={documents}
          rowKey={(row) => row.uid}
          sort={{ by: 'name', order: 'asc' }}
        />
        <Pager of="documents" one="document" page={1} size={14} total={41} />
      </WideSection>
      <Dialog id="create-document" title="Create new document">
        <Form id="create-document-form" layout="bare" action="/dashboard/docs/create/title">
          <DialogBody>
            <TextField
              field={plainField('title', { required: true, maxLength: 80 })}
              label="Title"
              hint="Up to 80 characters. You can change it before you create the document."
            />
          </DialogBody>
          <DialogFoot>
            <SubmitButton>Next</SubmitButton>
          </DialogFoot>
        </Form>
      </Dialog>
    </Page>
  );
}

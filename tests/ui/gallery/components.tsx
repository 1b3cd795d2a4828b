import { Button, LinkButton } from '#app/ui/button/button.tsx';
import { Choices } from '#app/ui/choices/choices.tsx';
import { Dialog } from '#app/ui/dialog/dialog.tsx';
import {
  Check,
  type FieldState,
  plainField,
  ReadOnlyField,
  SelectField,
  TextArea,
  TextField,
} from '#app/ui/field/field.tsx';
import { Form, SubmitButton } from '#app/ui/form/form.tsx';
import { Notice } from '#app/ui/notice/notice.tsx';
import { Actions, Page, PageHead, Pair, Section } from '#app/ui/page/page.tsx';
import { Rate } from '#app/ui/rate/rate.tsx';
import { Rosette } from '#app/ui/rosette/rosette-mark.tsx';
import { Signature } from '#app/ui/signature/signature.tsx';
import { Status } from '#app/ui/status/status.tsx';
import { RoleTag, Tag } from '#app/ui/status/tag.tsx';
import { NewPasswordField } from '#app/ui/strength-meter/new-password-field.tsx';
import { StrengthMeter } from '#app/ui/strength-meter/strength-meter.tsx';
import { Upload } from '#app/ui/upload/upload.tsx';
import { documentStatuses } from '#events/document/status.ts';
import { Deactivate } from './deactivate.tsx';
import { RecordParts } from './record-parts.tsx';
import { digests } from './samples.ts';

const departments = ['Corporate', 'Engineering', 'IT', 'Laboratory', 'Quality Assurance'];
const people = [
  'Priya Raman',
  'Tomasz Wieczorek',
  'Daniel Achterberg',
  'Greta Lindqvist',
  'Ines Okafor',
  'Marit Solheim',
  'Pavel Dvořák',
  'Hana Kobayashi',
  'Noor Haddad',
  'Aoife Brennan',
];

const wrong = (name: string, message: string, more: Partial<FieldState> = {}) =>
  plainField(name, { ...more, errors: [message] });

/** Every part in every state. */
export function ComponentsPage() {
  return (
    <Page>
      <PageHead title="Components" lede="Every part the screens are made of, in every state." />
      <Section
        id="c-status"
        title="Status"
        note="Shape first, then words, then colour. Plain in tables, stamped in title blocks."
      >
        <div className="facts">
          {documentStatuses.map((status) => (
            <Status key={status} status={status} />
          ))}
          <Status status="PENDING" trainingRate={100} />
        </div>
        <hr />
        <div className="facts">
          {documentStatuses.map((status) => (
            <Status key={status} status={status} stamp />
          ))}
        </div>
        <hr />
        <div className="facts">
          <Rate percent={100} />
          <Rate percent={97} />
          <Rate percent={64} words />
          <Rate percent={0} />
          <RoleTag role="SUPER_ADMIN" />
          <RoleTag role="ADMIN" />
          <RoleTag role="AUTHOR" />
          <RoleTag role="EMPLOYEE" />
          <Tag>Invited</Tag>
        </div>
      </Section>
      <Section
        id="c-buttons"
        title="Buttons"
        note="Black does. Blue outline leads to a signature; solid blue is the signature."
      >
        <Actions>
          <LinkButton to="/a" kind="solid">
            Create
          </LinkButton>
          <Button>Cancel</Button>
          <Button kind="pen" icon="signature">
            Sign &amp; Approve Document
          </Button>
          <Button kind="sign" icon="signature">
            Approve Document
          </Button>
          <Button kind="warn" icon="file-pen-line">
            Revise
          </Button>
          <Button kind="stop" icon="archive">
            Retire
          </Button>
          <Button kind="stop-solid">Deactivate account</Button>
          <Button kind="plain" icon="history">
            View Working Docs
          </Button>
          <Button kind="quiet">Create functional area</Button>
          <Button kind="quiet-stop" size="small" about="Noor Haddad">
            Deactivate
          </Button>
          <Button disabled>Approve</Button>
        </Actions>
      </Section>
      <Section
        id="c-fields"
        title="Fields"
        note="The message names the problem beside the field and in a summary at the top."
        narrow
      >
        <Form
          id="fields"
          problems={[
            { message: 'Enter a valid email address', fieldId: 'f-email' },
            { message: 'Version number must be increasing', fieldId: 'f-version' },
          ]}
        >
          <Pair>
            <TextField
              field={wrong('email', 'Enter a valid email address', { id: 'f-email', defaultValue: 'ines.okafor' })}
              label="Email"
              type="email"
            />
            <TextField
              field={wrong('version', 'Version number must be increasing', { id: 'f-version', defaultValue: '2.0' })}
              label="Version"
              hint="Newer than 2.0"
            />
          </Pair>
          <ReadOnlyField label="Created by" value="Hana Kobayashi" />
          <SelectField
            field={plainField('role')}
            label="Role"
            placeholder="Choose a role"
            options={[{ value: 'AUTHOR', label: 'Author' }]}
          />
          <TextArea field={plainField('reason', { maxLength: 1000 })} label="Reason" hint="Up to 1000 characters." />
          <Check
            field={plainField('external', { defaultChecked: true })}
            label="This document is already effective external to the system"
            hint="For documents that were in force before you began using Imprimatur."
          >
            <Notice kind="wait">
              <p>
                <strong>Notice.</strong> This document goes straight to the Effective state after creation.
              </p>
            </Notice>
          </Check>
          <Actions>
            <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
          </Actions>
        </Form>
      </Section>
      <Section
        id="c-password"
        title="Password"
        note="Five labels, one meter. Under 10 characters the score stops at 2."
      >
        <Pair>
          <NewPasswordField field={plainField('password')} advice={['Minimum of 10 characters', 'Avoid sequences.']} />
          {([0, 1, 2, 3, 4] as const).map((score) => (
            <StrengthMeter
              key={score}
              id={`strength-${score}`}
              strength={{ score, hints: score < 3 ? ['Minimum of 10 characters'] : [] }}
            />
          ))}
        </Pair>
      </Section>
      <Section
        id="c-upload"
        title="Upload"
        note="Empty, stored, refused. The fingerprint appears once the file is stored."
        narrow
      >
        <Upload field={plainField('u1')} label="Final PDF, empty" hint="PDF only" accept=".pdf" keyName="u1Key" />
        <Upload
          field={plainField('u2')}
          label="Final PDF, stored"
          hint="PDF only"
          accept=".pdf"
          keyName="u2Key"
          stored={{
            key: 'o/d/u/final',
            name: 'Line Clearance v1.3.pdf',
            size: 2_934_112,
            uploadedAt: '2026-03-12T13:59:00.000Z',
            sha256: digests.first,
          }}
        />
        <Upload
          field={wrong('u3', 'Line Clearance v1.3.docx is not a PDF. Choose a .pdf file.')}
          label="Final PDF, refused"
          accept=".pdf"
          keyName="u3Key"
        />
        <Upload
          field={plainField('u4')}
          label="Final PDF, sent by script"
          accept=".pdf"
          keyName="u4Key"
          send={(file, report, signal) =>
            new Promise((resolve, reject) => {
              report(Math.round(file.size / 2));
              const time = file.name === 'Endless.pdf' ? 600_000 : 400;
              const timer = setTimeout(() => {
                if (file.name === 'Refused.pdf') reject(new Error('The file is named .pdf but holds plain text.'));
                else resolve({ key: 'sent', name: file.name, size: file.size });
              }, time);
              signal.addEventListener('abort', () => {
                clearTimeout(timer);
                reject(new DOMException('Cancelled', 'AbortError'));
              });
            })
          }
        />
      </Section>
      <Section
        id="c-multi"
        title="Multiselect"
        note="What is already chosen comes first. The count is made by CSS."
        narrow
      >
        <Choices
          field={plainField('departments', { defaultOptions: ['Laboratory', 'Quality Assurance'] })}
          legend="Assign to Department(s)"
          hint="Select the departments that need to review."
          choices={departments.map((label) => ({ value: label, label }))}
        />
        <Choices
          field={wrong('approvers', 'This field is required.')}
          legend="Approvers"
          choices={people.map((label, i) => ({
            value: label,
            label,
            note: i % 2 ? 'Author, IT' : 'Admin, Quality Assurance',
          }))}
        />
      </Section>
      <Section
        id="c-signature"
        title="Signature"
        note="Typeset, not imitated handwriting. The facts in black. The seal in verdigris."
        narrow
      >
        <div className="sheet">
          <Signature
            signedName="Tomasz Wieczorek"
            printedName="Tomasz Wieczorek"
            meaning="I do not approve this document for the following reason"
            reason={'Step 6.3 refers to a form that was retired.\nStep 7 has no number.'}
            signedAt="2026-02-17T08:41:33.000Z"
            sha256={digests.current}
            method="email, password and passkey"
            rosette={<Rosette sha256={digests.current} centre="2.1" />}
          />
        </div>
      </Section>
      <RecordParts />
      <Dialog id="deactivate" title="Deactivate team member" destructive>
        <Deactivate id="in-dialog" />
      </Dialog>
    </Page>
  );
}

import { Link } from '@remix-run/react';
import { addresses } from '#app/kit/addresses.ts';
import {
  ChoiceIn,
  NumberIn,
  Setting,
  type SettingFields,
  TextIn,
} from '#app/organisation/screens/settings/setting.tsx';
import { LinkButton } from '#app/ui/button/button.tsx';
import { Check } from '#app/ui/field/field.tsx';
import { Section } from '#app/ui/page/page.tsx';
import {
  hourChoices,
  languageChoices,
  orderChoices,
  settingWords,
  weekdayChoices,
  zoneWords,
} from '#app/organisation/words/setting-words.ts';

/** `zones`: the time zones to choose from. */
export function OrganisationSection({ fields, zones }: { fields: SettingFields; zones: readonly string[] }) {
  return (
    <>
      <Section
        id="organisation"
        title="Organisation"
        note="Dates start at 00:00 in this time zone. Times are shown in UTC."
        narrow
        first
      >
        <Setting fields={[fields.name]}>
          The organisation is called <TextIn field={fields.name} />
        </Setting>
        <Setting fields={[fields.timeZone]}>
          Its time zone is{' '}
          <ChoiceIn field={fields.timeZone} options={zones.map((zone) => ({ value: zone, label: zoneWords(zone) }))} />
        </Setting>
        <p>
          It has <Link to={addresses.departments()}>departments</Link> and{' '}
          <Link to={addresses.functionalAreas()}>functional areas</Link>.
        </p>
      </Section>
      <Section
        id="certificate"
        title="Certificate"
        note="Signed PDFs carry a signature by this certificate. Recipients can add it to their PDF reader."
        narrow
      >
        <p>
          <LinkButton to={addresses.organisationCertificate()} download size="small" icon="download">
            Download certificate
          </LinkButton>
        </p>
      </Section>
    </>
  );
}

export function DocumentsSection({ fields }: { fields: SettingFields }) {
  return (
    <>
      <Section id="documents" title="Documents" narrow first>
        <Setting fields={[fields.manageSort]}>
          Manage Documents is in the order of <ChoiceIn field={fields.manageSort} options={orderChoices} />
        </Setting>
        <Setting fields={[fields.uploadLimit]}>
          The largest file has <NumberIn field={fields.uploadLimit} unit="megabyte" />.
        </Setting>
      </Section>
      <Section id="trails" title="Audit trails" note="Authors and Admins see them always." narrow>
        <Check
          field={fields.employeeTrails}
          label={settingWords.employeeTrails}
          hint="They download the audit trail of a document that they may read."
        />
      </Section>
      <Section
        id="search"
        title="Search"
        note="The search finds each word of this language with all its endings, and words of other languages as typed."
        narrow
      >
        <Setting fields={[fields.searchLanguage]}>
          Most documents are in <ChoiceIn field={fields.searchLanguage} options={languageChoices} />
        </Setting>
      </Section>
      <Section id="training" title="Training" note="Days after the assignment, never before the effective date." narrow>
        <Setting fields={[fields.trainingDueDays]}>
          Training is due after <NumberIn field={fields.trainingDueDays} unit="day" />.
        </Setting>
      </Section>
    </>
  );
}

/** `zone`: the organisation's time zone. */
export function RemindersSection({ fields, zone }: { fields: SettingFields; zone: string }) {
  return (
    <Section
      id="reminders"
      title="Reminders"
      note="Each reminder is sent once, to people with open tasks."
      narrow
      first
    >
      <Check field={fields.remindBefore} label="Remind people before their training is due">
        <Setting fields={[fields.reminderDays]}>
          The reminder is sent <NumberIn field={fields.reminderDays} unit="day" /> before the due date.
        </Setting>
      </Check>
      <Check field={fields.remindAfter} label="Remind people when their training is overdue">
        <Setting fields={[fields.remindAfterDays]}>
          The reminder is sent <NumberIn field={fields.remindAfterDays} unit="day" /> after the due date.
        </Setting>
      </Check>
      <Check
        field={fields.remindApprovals}
        label="Remind approvers who have not signed"
        hint={
          <>
            A step of a route has its own days: its approvers are reminded on the last day and when the days are over,
            and then the owner and the approver’s manager, or the admins, get an email.
          </>
        }
      >
        <Setting fields={[fields.remindApprovalDays]}>
          The reminder is sent when an approval has been open for{' '}
          <NumberIn field={fields.remindApprovalDays} unit="day" />.
        </Setting>
      </Check>
      <Check
        field={fields.escalate}
        label="Notify admins of overdue training"
        hint="The admins of the person's department, or all admins if it has none."
      >
        <Setting fields={[fields.escalateDays]}>
          They are notified when training has been overdue for <NumberIn field={fields.escalateDays} unit="day" />.
        </Setting>
      </Check>
      <Check
        field={fields.digest}
        label="Weekly digest"
        hint={
          'Each person gets their open tasks; admins also get overdue training by department. Time zone: ' +
          `${zoneWords(zone)}.`
        }
      >
        <Setting fields={[fields.digestWeekday, fields.digestHour]}>
          The digest is sent on <ChoiceIn field={fields.digestWeekday} options={weekdayChoices} /> at{' '}
          <ChoiceIn field={fields.digestHour} options={hourChoices} />
        </Setting>
      </Check>
    </Section>
  );
}

import { roleLabel } from '#events/user/role.ts';
import { type ReactNode, useState } from 'react';
import { offeredTypes, typeLabel } from '#events/document/type.ts';
import { numberPlaceholder } from '#events/document/number.ts';
import type { Role } from '#events/user/events.ts';
import { Choices } from '#app/ui/choices/choices.tsx';
import { type FieldState, fieldWith, SelectField, TextField } from '#app/ui/field/field.tsx';
import { Pair, Section, Stack } from '#app/ui/page/page.tsx';
import type { StoredFile } from '#app/ui/upload/stored-file.ts';
import { DropArea } from '#app/ui/upload/drop-area.tsx';
import { Upload } from '#app/ui/upload/upload.tsx';
import { sendDocumentFile } from './send-file.ts';
import type { FileField, FileSending } from './use-file-sending.ts';
import { useNextNumber } from '#app/documents/screens/create/use-next-number.ts';

const send = { working: sendDocumentFile('working'), final: sendDocumentFile('final') };

type Held = StoredFile | null | undefined;

type FilesSectionProps = {
  working: FieldState;
  final: FieldState;
  held: { working: Held; final: Held };
  /** The value of the working file's `accept` attribute. */
  accept: string;
  sending: FileSending;
  children?: ReactNode;
};

/** Working file and final PDF. */
export function FilesSection({ working, final, held, accept, sending, children }: FilesSectionProps) {
  const upload = (file: FileField) => ({
    send: send[file],
    onBusy: (is: boolean) => sending.onBusy(is ? 1 : -1),
    onRefused: (message: string | null) => sending.onRefused(file, message),
  });
  return (
    <Section
      id="files"
      title="Files"
      note="The working file is what authors edit. The final PDF is what people read and sign."
      narrow
    >
      {children}
      <DropArea>
        <Upload
          field={fieldWith(working, { name: 'workingFile' })}
          keyName="workingKey"
          label="Working document"
          hint="Word, PowerPoint, Excel, OpenDocument, Pages, Keynote or Numbers"
          accept={accept}
          stored={held.working}
          {...upload('working')}
        />
        <Upload
          field={fieldWith(final, { name: 'finalFile' })}
          keyName="finalKey"
          label="Final PDF"
          hint="PDF only. Its fingerprint is recorded, and every signature refers to it."
          accept=".pdf"
          stored={held.final}
          {...upload('final')}
        />
      </DropArea>
    </Section>
  );
}

type ClassificationProps = {
  type: FieldState;
  functionalArea: FieldState;
  docNum: FieldState;
  version: FieldState;
  /** Null where they could not be loaded. */
  areas: readonly string[] | null;
  /** Creates the first functional area, for who may. */
  newArea: ReactNode;
  /** Called with the type and the area when either is chosen. */
  onChosen: (type: string, area: string) => void;
};

const types = offeredTypes.map((type) => ({ value: type, label: typeLabel(type) }));

/** Type, functional area, ID and version of a new document. */
export function ClassificationSection(props: ClassificationProps) {
  const { type, functionalArea, docNum, version, areas, newArea, onChosen } = props;
  const [chosen, setChosen] = useState(type.defaultValue ?? '');
  const proposeNumber = useNextNumber(docNum.id);
  const offered = offeredTypes.find((one) => one === chosen) ?? 'SOP';
  return (
    <Section
      id="classification"
      title="Classification"
      note={
        'These identify the document and cannot be changed later. ' +
        'The ID of a Form or a Template has a second part, for example 001-01.'
      }
      narrow
    >
      <Pair>
        {/* The placeholder and the suggested ID follow type and area. */}
        <div
          className="contents"
          onChange={(event) => {
            if (!(event.target instanceof HTMLSelectElement)) return;
            const values = new FormData(event.currentTarget.closest('form')!);
            const valueOf = (name: string) => {
              const value = values.get(name);
              return typeof value === 'string' ? value : '';
            };
            const both = [valueOf(type.name), valueOf(functionalArea.name)] as const;
            setChosen(both[0]);
            proposeNumber(...both);
            onChosen(...both);
          }}
        >
          <SelectField field={type} label="Type" options={types} placeholder="Choose" />
          <Stack tight>
            <SelectField
              field={functionalArea}
              label="Functional area"
              hint={
                areas?.length === 0
                  ? 'No functional areas ' +
                    `yet.${newArea ? '' : ' An Admin creates them beside the list of all documents.'}`
                  : undefined
              }
              options={(areas ?? []).map((area) => ({ value: area, label: area }))}
              placeholder="Choose"
            />
            {newArea}
          </Stack>
        </div>
        <TextField
          field={docNum}
          label="Doc ID"
          placeholder={numberPlaceholder(offered)}
          pattern={numberPlaceholder(offered).replaceAll(/\d/g, String.raw`\d`)}
          autoComplete="off"
          required
        />
        <VersionField field={version} />
      </Pair>
    </Section>
  );
}

export function VersionField({ field }: { field: FieldState }) {
  return (
    <TextField
      field={field}
      label="Version"
      placeholder="#.#"
      pattern="\d{1,3}\.\d{1,2}"
      inputMode="decimal"
      autoComplete="off"
      required
    />
  );
}

export type ApproverChoice = { uid: string; name: string; role: Role; departments: string[] };

type ApprovalProps = {
  field: FieldState;
  options: readonly ApproverChoice[];
  /** Hides the field without losing its values, while nobody is asked to sign. */
  hidden: boolean;
  /** Above the field. */
  notice: ReactNode;
  children?: ReactNode;
};

/** Who signs. */
export function ApprovalSection({ field, options, hidden, notice, children }: ApprovalProps) {
  return (
    <Section
      id="approval"
      title="Approval"
      note="Everyone you choose must sign before an Admin can give final approval."
      narrow
      hidden={hidden}
    >
      {notice}
      <Choices
        field={field}
        legend="Approvers"
        hint="Active Admins and Authors"
        search
        none="There are no active Admins or Authors to choose from."
        choices={options.map(({ uid, name, role, departments }) => ({
          value: uid,
          label: name,
          note: [roleLabel(role), ...departments].join(', '),
        }))}
      />
      {children}
    </Section>
  );
}

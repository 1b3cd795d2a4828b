import { FieldErrors, type FieldState, SelectField, useDescribedBy } from '#app/ui/field/field.tsx';
import '#app/ui/upload/upload.css';

type PackFieldsProps = {
  files: FieldState;
  prepared: FieldState;
  /** The folders that an operator prepared. */
  folders: readonly string[];
};

/** The files of a pack: chosen one by one, as a folder, or prepared in storage. */
export const PackFields = ({ files, prepared, folders }: PackFieldsProps) => (
  <>
    <div className="field upload">
      <label htmlFor={files.id}>Files</label>
      <span className="hint" id={files.descriptionId}>
        The workbook or the CSV files, and the documents one by one or as ZIP
      </span>
      <div className="upload-drop">
        <input type="file" id={files.id} name={files.name} multiple {...useDescribedBy(files, true)} />
      </div>
      <FieldErrors field={files} />
    </div>
    <div className="field upload">
      <label htmlFor="folder">Or a whole folder</label>
      <span className="hint" id="folder-hint">
        Its folders inside are read too
      </span>
      <div className="upload-drop">
        <input
          type="file"
          id="folder"
          name="folder"
          multiple
          aria-describedby="folder-hint"
          {...{ webkitdirectory: '' }}
        />
      </div>
    </div>
    {folders.length > 0 && (
      <SelectField
        field={prepared}
        label="Files in storage"
        hint="A folder that the operator of this server prepared"
        placeholder="None"
        options={folders.map((name) => ({ value: name, label: name }))}
      />
    )}
  </>
);

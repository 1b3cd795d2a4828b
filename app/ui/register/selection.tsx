import './selection.css';

/** Rows that are ticked are sent under this name. */
const name = 'member';

/** Ticks or clears every row of its form, with script. */
export function SelectAll() {
  return (
    <span className="js-only">
      <label className="pick">
        <input
          type="checkbox"
          aria-label="Select all"
          onChange={({ currentTarget: { form, checked } }) => {
            for (const box of form?.querySelectorAll<HTMLInputElement>(`input[name=${name}]`) ?? [])
              box.checked = checked;
          }}
        />
      </label>
    </span>
  );
}

/** Ticks one row. */
export function SelectRow({ value, about }: { value: string; about: string }) {
  return (
    <label className="pick">
      <input type="checkbox" name={name} value={value} aria-label={`Select ${about}`} />
    </label>
  );
}

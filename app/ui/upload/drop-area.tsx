import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import './upload.css';

const accepts = (input: HTMLInputElement, file: File) =>
  input.accept.split(',').some((ending) => file.name.toLowerCase().endsWith(ending.trim()));

/** Gives a dropped file to a file input, as choosing it there would. */
function give(input: HTMLInputElement, file: File): void {
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/**
 * Gives each file to the first free input that accepts it; a file that none accepts goes to the input it was dropped
 * on, which says why it is refused. Returns the files that are left over.
 */
function share(files: readonly File[], area: Element, at: Element): File[] {
  const free = new Set(area.querySelectorAll<HTMLInputElement>('input[type=file]:not(:disabled)'));
  const under = at.closest('.upload')?.querySelector<HTMLInputElement>('input[type=file]');
  return files.filter((file) => {
    const fitting = [...free].find((input) => accepts(input, file));
    const input = fitting ?? (under && free.has(under) ? under : [...free][0]);
    if (!input) return true;
    free.delete(input);
    give(input, file);
    return false;
  });
}

const withFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped anywhere on it: one drop may fill all of its uploads, each by the kind it accepts. */
export function DropArea({ children }: { children: ReactNode }) {
  const [over, setOver] = useState(false);
  const [left, setLeft] = useState<readonly string[]>([]);
  useEffect(() => {
    // Beside the area, the browser would open the file in place of the form.
    const stay = (event: globalThis.DragEvent) => {
      if (withFiles(event)) event.preventDefault();
    };
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
  const onDragOver = (event: DragEvent) => {
    if (withFiles(event)) setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!withFiles(event)) return;
    event.preventDefault();
    setOver(false);
    const rest = share([...event.dataTransfer.files], event.currentTarget, event.target as Element);
    setLeft(rest.map(({ name }) => name));
  };
  return (
    <div className="drop-area" data-over={over || undefined} {...{ onDragOver, onDragLeave, onDrop }}>
      {children}
      <p className="meta" role="status">
        {left.length > 0 && `Each field takes one file at a time. Not taken: ${left.join(', ')}`}
      </p>
    </div>
  );
}

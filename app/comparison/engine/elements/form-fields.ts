import type { Module } from '#app/comparison/engine/pdfium-page.ts';
import { quoted, readText } from './engine-text.ts';

/** `FPDF_FORMFIELD_…` of fpdf_formfill.h. */
const kinds = ['field', 'button', 'tick box', 'choice', 'list', 'list', 'text field', 'signature field'];
const [button, tickBox, choice] = [1, 2, 3];

/** Bits of `Ff` (ISO 32000-1, 12.7.3.1 and 12.7.4). */
const common = { 0x1: 'read only', 0x2: 'required', 0x4: 'not sent' };
const textFlags = { 0x1000: 'several lines', 0x2000: 'hidden characters', 0x1000000: 'one character a box' };
const listFlags = { 0x40000: 'own entry allowed', 0x80000: 'sorted', 0x200000: 'several choices' };
const flagsOf: Record<string, Record<number, string>> = { 'text field': textFlags, list: listFlags };

/** `FPDF_ANNOT_AACTION_…` of fpdf_annot.h. */
const scripts = { 'script on keys': 12, 'script for the format': 13, 'script that checks': 14, calculation: 15 };

/** A form field's full name, and its kind, value and what else is set, in words. */
export function readField(module: Module, form: number, annotation: number): { name: string; value: string } {
  const type = module._FPDFAnnot_GetFormFieldType(form, annotation);
  const kind = kinds[type] ?? 'field';
  const text = (read: (form: number, annotation: number, at: number, length: number) => number): string =>
    readText(module, (at, length) => read(form, annotation, at, length));
  const said = [kind];
  const value = text(module._FPDFAnnot_GetFormFieldValue);
  if (type === tickBox || type === choice) {
    const option = text(module._FPDFAnnot_GetFormFieldExportValue);
    said.push(`option ${quoted(option)}`, module._FPDFAnnot_IsChecked(form, annotation) ? 'ticked' : 'not ticked');
  } else if (type !== button && value !== '') said.push(`value ${quoted(value)}`);
  const options = optionsOf(module, form, annotation);
  if (options.length > 0) said.push(`options ${options.join(', ')}`);
  const flags = module._FPDFAnnot_GetFormFieldFlags(form, annotation);
  for (const [bit, words] of Object.entries({ ...common, ...flagsOf[kind] })) if (flags & Number(bit)) said.push(words);
  const tip = text(module._FPDFAnnot_GetFormFieldAlternateName);
  if (tip !== '') said.push(`tip ${quoted(tip)}`);
  for (const [words, event] of Object.entries(scripts)) {
    const script = readText(module, (at, length) =>
      module._FPDFAnnot_GetFormAdditionalActionJavaScript(form, annotation, event, at, length),
    );
    if (script !== '') said.push(`${words} ${quoted(script)}`);
  }
  return { name: text(module._FPDFAnnot_GetFormFieldName), value: said.join(', ') };
}

function optionsOf(module: Module, form: number, annotation: number): string[] {
  const options: string[] = [];
  for (let index = 0; index < module._FPDFAnnot_GetOptionCount(form, annotation); index++) {
    const label = readText(module, (at, length) =>
      module._FPDFAnnot_GetOptionLabel(form, annotation, index, at, length),
    );
    const isChosen = module._FPDFAnnot_IsOptionSelected(form, annotation, index);
    options.push(`${quoted(label)}${isChosen ? ' (chosen)' : ''}`);
  }
  return options;
}

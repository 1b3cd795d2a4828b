/** Sets an input as typing would: React and listeners of the form see the change. */
export function setTyped(input: HTMLInputElement, value: string): void {
  // React replaces the element's own setter and would take the value for one that it knows.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

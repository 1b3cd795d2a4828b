/** Makes `command` buttons work before Chromium 135, Firefox 144 and Safari 26.2. Called once by the client entry. */
export function supportInvokers(): void {
  if ('commandForElement' in HTMLButtonElement.prototype) return;
  addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[commandfor]') : null;
    const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button?.getAttribute('command') === 'show-modal') dialog.showModal();
    else dialog.close();
  });
}

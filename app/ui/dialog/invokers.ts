/**
 * Lets `command`/`commandfor` buttons work in browsers that run scripts but do not know invoker commands (before Chromium
 * 135, Firefox 144, Safari 26.2). Called once by the client entry.
 */
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

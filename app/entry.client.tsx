import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { supportInvokers } from './ui/dialog/invokers.ts';
import { keepUnanswered } from './ui/form/unanswered.ts';

supportInvokers();
keepUnanswered();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

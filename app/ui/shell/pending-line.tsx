import { useSubmission } from '../form/client-action.ts';

/** A line at the top of the page while the next page is on its way. The stylesheet shows it after 150 ms. */
export function PendingLine() {
  const { navigation, lost } = useSubmission();
  return navigation.state !== 'idle' && !lost ? <div className="pending-line" aria-hidden="true" /> : null;
}

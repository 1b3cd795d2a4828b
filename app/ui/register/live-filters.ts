import { useLocation, useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useRef } from 'react';

/** Milliseconds without a key before a list follows what is typed. */
const quiet = 250;

/** The form's values without the empty ones. */
function parametersOf(form: HTMLFormElement): URLSearchParams {
  const filled = [...new FormData(form)].filter((pair): pair is [string, string] => pair[1] !== '');
  return new URLSearchParams(filled);
}

/** Handlers of a form of filters: the list follows its fields while they change, and the focus stays in them. */
export function useLiveFilters() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (form: HTMLFormElement) => {
    clearTimeout(timer.current);
    for (const field of form.querySelectorAll('input')) field.dataset.applied = field.value;
    const query = parametersOf(form).toString();
    if (`?${query}` === search) return;
    navigate(`${pathname}?${query}`, { replace: true, preventScrollReset: true });
  };
  return {
    onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => apply(currentTarget), quiet);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      apply(event.currentTarget);
    },
  };
}

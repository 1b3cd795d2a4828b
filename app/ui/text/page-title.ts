/** The title of a browser tab: what the page is for, and its document or person. */
export const pageTitle = (what: string, about: string | undefined) => [
  { title: `${what}${about ? `: ${about}` : ''} - Imprimatur` },
];

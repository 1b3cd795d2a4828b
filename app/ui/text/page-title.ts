/** What the tab of a page bears: what the page is for, and which document or person it is about, by which one tab is told from another. */
export const pageTitle = (what: string, about: string | undefined) => [
  { title: `${what}${about ? `: ${about}` : ''} - Imprimatur` },
];

/** The style of the index, inlined, since its pages must open alone and offline. */
export const indexStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f0f2ef, #0f1416); --rule: light-dark(#d2d8d3, #2a3336);
  --ink: light-dark(#12181b, #eceee9); --ink-2: light-dark(#414a4e, #b7bfc0);
  --hand: light-dark(#1c3f94, #a9c0ff); --verdigris: light-dark(#0a5a4e, #74cfba);
  --serif: 'Source Serif 4', 'Source Serif Pro', Charter, 'Iowan Old Style', Cambria, Georgia, serif;
  --sans: 'Source Sans 3', 'Source Sans Pro', 'Segoe UI', system-ui, 'Helvetica Neue', sans-serif;
  --mono: 'Source Code Pro', ui-monospace, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 var(--sans);
  font-variant-numeric: lining-nums tabular-nums; }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 3.2vw, 2.5rem) 4.5rem; }
h1, h2 { font-family: var(--serif); font-weight: 400; letter-spacing: -0.01em; text-wrap: balance; }
h1 { margin: 0.25rem 0 0.5rem; font-size: clamp(1.875rem, 1.4rem + 2vw, 2.75rem); line-height: 1.15; }
h2 { margin: 2.5rem 0 0.25rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0.25rem 0; max-width: 44rem; overflow-wrap: anywhere; }
a { color: var(--hand); text-underline-offset: 0.15em; overflow-wrap: anywhere; }
a:focus-visible { outline: 2px solid var(--hand); outline-offset: 2px; }
code, .hash { font: 0.8125rem/1.6 var(--mono); overflow-wrap: anywhere; }
ol { padding-left: 1.5rem; max-width: 44rem; }
li { margin: 0.5rem 0; }
.quiet { color: var(--ink-2); font-size: 0.9rem; }
header { display: flex; gap: 2rem; justify-content: space-between; align-items: start; padding-bottom: 1.5rem;
  border-bottom: 3px solid var(--ink); box-shadow: 0 3px 0 var(--ground), 0 4px 0 var(--ink); }
header svg { flex: none; width: 7rem; height: 7rem; fill: none; stroke: var(--verdigris); stroke-width: 0.55; }
table { width: 100%; margin-top: 0.75rem; border-collapse: collapse; }
th, td { padding: 0.5rem 1.5rem 0.5rem 0; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: top; }
th { color: var(--ink-2); font-size: 0.9rem; font-weight: 400; white-space: nowrap; }
.signed > span { font: italic 1.25rem/1.35 var(--serif); color: var(--hand); }
/* At least 24 px high (WCAG 2.2, 2.5.8). */
.number a { display: block; line-height: 1.5rem; }
nav { margin-top: 1.5rem; display: flex; gap: 1.5rem; flex-wrap: wrap; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--ink-2); font-size: 0.9rem; }
@media (max-width: 46rem) {
  header svg { width: 5rem; height: 5rem; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  table, tbody, tr, td { display: block; }
  tr { padding: 0.6rem 0; border-bottom: 1px solid var(--rule); }
  td { padding: 0.1rem 0; border: 0; }
  .number a { display: inline-block; margin-right: 1rem; }
}
@media print {
  :root { color-scheme: light; }
  @page { size: A4; margin: 16mm; }
  body { background: #fff; font-size: 9.5pt; }
  main { padding: 0; max-width: none; }
  tr { break-inside: avoid; }
  nav { display: none; }
}`;

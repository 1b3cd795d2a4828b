/** The style of the index, inlined, since its pages must open alone and offline. */
export const indexStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f0f2ef, #0f1416); --sheet: light-dark(#fff, #171d20); --rule: light-dark(#d2d8d3, #2a3336);
  --ink: light-dark(#12181b, #eceee9); --ink-2: light-dark(#414a4e, #b7bfc0); --ink-3: light-dark(#586266, #98a2a5);
  --hand: light-dark(#1c3f94, #a9c0ff); --verdigris: light-dark(#0a5a4e, #74cfba); --stop: light-dark(#a0221c, #ff9e92);
  --serif: 'Source Serif 4', 'Source Serif Pro', Charter, 'Iowan Old Style', Cambria, Georgia, serif;
  --sans: 'Source Sans 3', 'Source Sans Pro', 'Segoe UI', system-ui, 'Helvetica Neue', sans-serif;
  --mono: 'Source Code Pro', ui-monospace, Consolas, 'DejaVu Sans Mono', monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 var(--sans);
  font-variant-numeric: lining-nums tabular-nums; }
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem clamp(1rem, 3.2vw, 2.5rem) 4.5rem; }
h1, h2, h3 { font-family: var(--serif); font-weight: 400; letter-spacing: -0.01em; text-wrap: balance; }
h1 { margin: 0.25rem 0 0.5rem; font-size: clamp(1.875rem, 1.4rem + 2vw, 2.75rem); line-height: 1.15; }
h2 { margin: 0 0 0.25rem; font-size: 1.5rem; line-height: 1.25; }
h3 { margin: 1.75rem 0 0.5rem; font-size: 1.1875rem; }
h3 small { color: var(--ink-3); font: 0.9rem var(--sans); margin-left: 0.5rem; }
p { margin: 0.25rem 0; max-width: 38rem; }
a { color: var(--hand); text-underline-offset: 0.15em; overflow-wrap: anywhere; }
a:focus-visible { outline: 2px solid var(--hand); outline-offset: 2px; }
code { font: 0.8125rem/1.6 var(--mono); overflow-wrap: anywhere; }
header { display: flex; gap: 2rem; justify-content: space-between; align-items: start; padding-bottom: 1.5rem;
  border-bottom: 3px solid var(--ink); box-shadow: 0 3px 0 var(--ground), 0 4px 0 var(--ink); }
header svg { flex: none; width: 7rem; height: 7rem; fill: none; stroke: var(--verdigris); stroke-width: 0.55; }
.kicker, .quiet { color: var(--ink-2); }
.quiet { font-size: 0.9rem; }
section { display: grid; grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); gap: 1rem 2.5rem; margin-top: 2.5rem;
  padding-top: 1.5rem; border-top: 1px solid var(--rule); }
section:first-of-type { border-top: 0; }
section > div:first-child p { color: var(--ink-2); font-size: 0.9rem; }
dl { display: grid; grid-template-columns: minmax(8rem, auto) minmax(0, 1fr); gap: 0.35rem 1.5rem; margin: 0; }
dt { color: var(--ink-2); }
dd { margin: 0; min-width: 0; }
ol, ul { margin: 0; padding: 0; list-style: none; }
.steps { counter-reset: step; display: grid; gap: 0.75rem; }
.steps li { counter-increment: step; padding-left: 2rem; position: relative; max-width: 40rem; }
.steps li::before { content: counter(step); position: absolute; left: 0; font-family: var(--serif); font-size: 1.1875rem;
  line-height: 1.25; }
.file, .signature { background: var(--sheet); border: 1px solid var(--rule); padding: 0.75rem 1rem; margin-bottom: 0.5rem; }
.name { font: italic 1.25rem/1.35 var(--serif); color: var(--hand); }
.event { display: grid; grid-template-columns: 5rem minmax(0, 1fr) auto; gap: 0.25rem 1rem; padding: 0.6rem 0;
  border-bottom: 1px solid var(--rule); }
.event time { color: var(--ink-2); }
.event .proof { text-align: right; font-size: 0.9rem; white-space: nowrap; }
/* At least 24 px high (WCAG 2.2, 2.5.8). */
.event .proof a { display: block; line-height: 1.5rem; }
.event .changes { color: var(--ink-2); font-size: 0.9rem; overflow-wrap: anywhere; }
.missing { color: var(--stop); }
nav { margin-top: 1.5rem; display: flex; gap: 1.5rem; flex-wrap: wrap; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--ink-2); font-size: 0.9rem; }
@media (max-width: 46rem) {
  section { grid-template-columns: minmax(0, 1fr); }
  header svg { width: 5rem; height: 5rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 0.6rem; }
  .event { grid-template-columns: minmax(0, 1fr) auto; }
  .event > div { grid-column: 1 / -1; grid-row: 2; }
}
@media print {
  :root { color-scheme: light; }
  @page { size: A4; margin: 16mm; }
  body { background: #fff; font-size: 9.5pt; }
  main { padding: 0; max-width: none; }
  section { grid-template-columns: minmax(0, 1fr); margin-top: 1.25rem; }
  .event, .file, .signature { break-inside: avoid; }
  nav { display: none; }
}`;

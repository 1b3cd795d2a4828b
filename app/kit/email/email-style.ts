import type { CSSProperties } from 'react';

/** The design's tokens for emails, because mail programs know no custom properties. */
export const colours = {
  ink: '#12181b',
  ink2: '#414a4e',
  ink3: '#586266',
  rule: '#d2d8d3',
  edge: '#75807f',
  ground: '#f0f2ef',
  sheet: '#ffffff',
  hand: '#1c3f94',
  stop: '#a0221c',
};

export const typefaces = {
  serif: "'Source Serif 4',Charter,Cambria,Georgia,serif",
  sans: "'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif",
  mono: "'Source Code Pro',Consolas,Menlo,monospace",
};

export const small: CSSProperties = { margin: 0, font: `400 14px/1.5 ${typefaces.sans}`, color: colours.ink2 };

/** A title of one word of 80 letters breaks. Neither property is known to every mail program. */
export const breakWords: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' };

const darkScheme = `
.ground, .ground > table > tbody > tr > td { background: #0f1416 !important; }
.sheet { background: #171d20 !important; border-color: #2a3336 !important; }
.ink { color: #eceee9 !important; } .ink2 { color: #b7bfc0 !important; } .ink3 { color: #98a2a5 !important; }
.rule { border-color: #eceee9 !important; } .hair { border-color: #2a3336 !important; }
.line { border-color: #76838a !important; }
.button { background: #eceee9 !important; color: #0f1416 !important; }
.code { background: #0b0f11 !important; color: #eceee9 !important; border-color: #76838a !important; }
.hand { color: #a9c0ff !important; } .stop { color: #ff9e92 !important; }`;

/** Rules that inline styles cannot express: the dark scheme and narrow screens. */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {${darkScheme}
}
@media (max-width: 480px) {
.pad { padding: 24px 20px !important; } .title { font-size: 26px !important; }
.code { font-size: 25px !important; letter-spacing: 3px !important; padding: 14px 16px !important; }
.button { display: block !important; text-align: center !important; }
}`;

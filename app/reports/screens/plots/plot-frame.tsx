import type { ReactNode } from 'react';
import '../matrix/matrix.css';
import './plot.css';

/** An ink, and what it means: see plot.css. */
export type Mark = 'signed' | 'overdue' | 'due' | 'median' | 'half' | 'slow';

interface PlotFrameProps {
  id: string;
  title: string;
  /** What the plot says, in one sentence. */
  summary: string;
  heads: readonly string[];
  /** The first cell of each is its head. */
  rows: readonly (readonly string[])[];
  legend: readonly { mark: Mark; words: string }[];
  children: ReactNode;
}

/** A drawing with its title and sentence, and the numbers that it is drawn from in a table that opens. */
export function PlotFrame({ id, title, summary, heads, rows, legend, children }: PlotFrameProps) {
  return (
    <figure className="plot-frame" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        <p className="meta">{summary}</p>
      </figcaption>
      <ul className="key">
        {legend.map(({ mark, words }) => (
          <li key={mark}>
            <span className="plot-mark" data-mark={mark} />
            {words}
          </li>
        ))}
      </ul>
      {children}
      <details>
        <summary>{`${title} in numbers`}</summary>
        <table className="plot-table">
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first = '', ...cells]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

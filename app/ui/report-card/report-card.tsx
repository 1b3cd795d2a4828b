import type { ReactNode } from 'react';
import './report-card.css';

/** One report: title, one line, one button a format. Stands in `ReportCards`. */
export function ReportCard({ title, line, actions }: { title: ReactNode; line: string; actions: ReactNode }) {
  return (
    <li className="report">
      <h3>{title}</h3>
      <p className="meta">{line}</p>
      <span className="actions">{actions}</span>
    </li>
  );
}

export function ReportCards({ children }: { children: ReactNode }) {
  return <ul className="reports">{children}</ul>;
}

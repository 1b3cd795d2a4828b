import { AsOf } from '#app/ui/as-of/as-of.tsx';

/** The moment of a report that is of the past, and its place in the ledger, by which the report is named. `time` as `12 Mar 2026 14:05 UTC`. */
export const AsOfPlace = ({ time, position }: { time: string; position: string }) => (
  <AsOf text={time.replace(/ UTC$/, '')} words={`${time}, ledger position ${position}`} />
);

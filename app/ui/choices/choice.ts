export type Choice = {
  value: string;
  label: string;
  /** A quiet second fact, such as role and department. */
  note?: string;
  disabled?: boolean;
};

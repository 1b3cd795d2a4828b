/** Tables of schema `app` that hold what people prefer. */
export interface PreferenceTables {
  'app.list_choice': ListChoiceTable;
}

interface ListChoiceTable {
  org_id: string;
  user_uid: string;
  list: string;
  /** Address parameters: how the list was last sorted and filtered. */
  choice: Record<string, string>;
}

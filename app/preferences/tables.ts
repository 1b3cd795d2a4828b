/** Tables of schema `app` for people's preferences. */
export interface PreferenceTables {
  'app.list_choice': ListChoiceTable;
}

interface ListChoiceTable {
  org_id: string;
  user_uid: string;
  list: string;
  /** Address parameters: the list's last sorting and filters. */
  choice: Record<string, string>;
}

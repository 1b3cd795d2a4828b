/** Tables of schema `app` for people's preferences. */
export interface PreferenceTables {
  'app.list_choice': ListChoiceTable;
  'app.list_view': ListViewTable;
}

interface ListChoiceTable {
  org_id: string;
  user_uid: string;
  list: string;
  /** Address parameters: the list's last sorting and filters. */
  choice: Record<string, string>;
}

interface ListViewTable {
  org_id: string;
  user_uid: string;
  /** What its person calls it. */
  name: string;
  /** Address parameters: search, filters and order. */
  filters: Record<string, string>;
}

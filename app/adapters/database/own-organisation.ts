import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  OnNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  type QueryId,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely';

/** Tables without an organisation; every other one has the column `org_id`. */
export const withoutOrganisation: readonly string[] = [
  'app.certificate_authority',
  'app.worker',
  'identity.address_failure',
  'identity.attempt',
  'identity.call_answer',
];

/**
 * Lets every query that kysely builds carry the organisation: each table of a select, an update or a delete is compared
 * with it, and an insert of another organisation's row is refused. SQL written by hand names its tables by
 * `ownRows` (app/kit/query/own-rows.ts).
 */
export const carryOrganisation = (org: string): KyselyPlugin => {
  const transformer = new Transformer(org.toLowerCase());
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
};

/** How a query refers to a table that has an organisation; undefined for anything else that it reads. */
function referenceTo(source: OperationNode): TableNode | undefined {
  const table = AliasNode.is(source) ? source.node : source;
  if (!TableNode.is(table) || !table.table.schema) return undefined;
  if (withoutOrganisation.includes(`${table.table.schema.name}.${table.table.identifier.name}`)) return undefined;
  if (!AliasNode.is(source)) return table;
  return IdentifierNode.is(source.alias) ? TableNode.create(source.alias.name) : undefined;
}

class Transformer extends OperationNodeTransformer {
  constructor(private readonly org: string) {
    super();
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const query = super.transformSelectQuery(node, queryId);
    return { ...query, ...this.#narrowed(query, query.from?.froms ?? []) };
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const query = super.transformUpdateQuery(node, queryId);
    const sources = [...(query.table ? [query.table] : []), ...(query.from?.froms ?? [])];
    return { ...query, ...this.#narrowed(query, sources) };
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const query = super.transformDeleteQuery(node, queryId);
    return { ...query, ...this.#narrowed(query, [...query.from.froms, ...(query.using?.tables ?? [])]) };
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const query = super.transformInsertQuery(node, queryId);
    const { into, columns = [], values } = query;
    if (!into || !referenceTo(into) || !values || !ValuesNode.is(values)) return query;
    const at = columns.findIndex(({ column }) => column.name === 'org_id');
    for (const row of values.values) {
      const org = PrimitiveValueListNode.is(row) ? row.values[at] : valueOf(row.values[at]);
      if (String(org).toLowerCase() !== this.org)
        throw new Error(`A row of another organisation for ${into.table.identifier.name}`);
    }
    return query;
  }

  /** Compares the tables that are read in the condition, and joined ones where they are joined. */
  #narrowed<Q extends Pick<SelectQueryNode, 'where' | 'joins'>>(
    { where, joins }: Q,
    sources: readonly OperationNode[],
  ) {
    let narrowed = where;
    for (const source of sources) {
      const condition = this.#condition(source);
      if (condition) narrowed = WhereNode.create(both(condition, narrowed?.where));
    }
    return {
      ...(narrowed && { where: narrowed }),
      ...(joins && {
        joins: joins.map((join) => {
          const condition = this.#condition(join.table);
          return condition ? { ...join, on: OnNode.create(both(condition, join.on?.on)) } : join;
        }),
      }),
    };
  }

  #condition(source: OperationNode): BinaryOperationNode | undefined {
    const table = referenceTo(source);
    if (!table) return undefined;
    const column = ReferenceNode.create(ColumnNode.create('org_id'), table);
    return BinaryOperationNode.create(column, OperatorNode.create('='), ValueNode.create(this.org));
  }
}

const valueOf = (node: OperationNode | undefined): unknown => (node && ValueNode.is(node) ? node.value : undefined);

/** In parentheses, since a condition written by hand may hold an `or`. */
const both = (condition: OperationNode, given: OperationNode | undefined): OperationNode =>
  given ? AndNode.create(condition, ParensNode.create(given)) : condition;

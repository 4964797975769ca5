// Finds the tables that a statement reads and writes, and the columns that find its rows, by
// PostgreSQL's own parser.
import { parse } from 'libpg-query'
import { keyColumnsOf } from './keys.mjs'

/** A function yields at most so many columns. */
const mostColumns = 16

/**
 * The functions that read the clock of the database, and the names of such values without brackets.
 */
const clocks = new Set(['now', 'clock_timestamp', 'transaction_timestamp', 'statement_timestamp'])
const clockValue = /^SVFOP_.*(?:TIME|DATE)/

const writes = { InsertStmt: 'insert', UpdateStmt: 'update', DeleteStmt: 'delete' }

/**
 * Analyses the text of a statement. Returns its `uses` of tables and the other facts that the rules
 * ask for. A use has the table, whether it is a read or a write, the columns whose values the
 * statement names (`isNamed(column)`), the columns that it changes, and `sameAs(column, use,
 * column)`: whether two columns are equal by the statement. Throws at a text that PostgreSQL cannot
 * parse.
 */
export async function analyse(text) {
  const { stmts } = await parse(text)
  const analysis = new Analysis()
  for (const { stmt } of stmts) analysis.query(stmt, [])
  const has = (test) => nodesIn(stmts).some(([kind, node]) => test(kind, node))
  return {
    uses: analysis.uses,
    skipsLocked: has((kind, node) => kind === 'waitPolicy' && node === 'LockWaitSkip'),
    isRecursive: has((kind, node) => kind === 'recursive' && node === true),
    readsClock: has((kind, node) =>
      kind === 'FuncCall' ? clocks.has(node.funcname.at(-1).String.sval) : clockValue.test(node),
    ),
  }
}

/**
 * A scope is a list of the queries around a place, the nearest first: their `queries` of a WITH clause,
 * and their `items`, the tables and what is like one. An item has `columns`, and `other(column)` for
 * those that it does not list.
 */
class Analysis {
  uses = []
  #equal = new Classes()

  /** Takes one query. Returns the columns of its result, by their position and their name. */
  query(statement, outer) {
    const [[kind, query]] = Object.entries(statement)
    const queries = new Map()
    const scope = [{ items: new Map(), queries }, ...outer]
    for (const { CommonTableExpr: part } of query.withClause?.ctes ?? []) {
      // A recursive part reads itself: its result is not known yet.
      queries.set(part.ctename, [])
      queries.set(part.ctename, this.query(part.ctequery, scope))
    }
    if (kind === 'SelectStmt') return this.#select(query, scope)
    if (kind in writes) return this.#write(writes[kind], query, scope)
    for (const [, node] of nodesIn(query)) if (node?.relname) this.#use(node, 'read')
    return []
  }

  #select(query, scope) {
    if (query.larg) {
      const sides = [query.larg, query.rarg]
      return this.#merge(sides.map((side) => this.query({ SelectStmt: side }, scope)))
    }
    if (query.valuesLists) {
      const rows = query.valuesLists.map(({ List: { items } }) =>
        items.map((item, index) => ({
          name: `column${index + 1}`,
          node: this.#nodeOf(item, scope),
        })),
      )
      return this.#merge(rows)
    }
    const { withClause: _, fromClause = [], whereClause, targetList, ...rest } = query
    for (const each of fromClause) this.#from(each, scope)
    this.#where(whereClause, scope)
    this.#look(rest, scope)
    return this.#results(targetList, scope)
  }

  #write(how, query, scope) {
    const { relation, cols, selectStmt, onConflictClause: conflict } = query
    const columns = cols?.map(({ ResTarget: { name } }) => name)
    const use = this.#use(relation, how, columns)
    const given = selectStmt ? this.query(selectStmt, scope) : []
    for (const [index, column] of (columns ?? given.map(({ name }) => name)).entries()) {
      if (given[index]) this.#equal.join(nodeOf(use, column), given[index].node)
    }
    scope[0].items.set(relation.alias?.aliasname ?? relation.relname, itemOf(use))
    const changes = query.targetList ?? conflict?.targetList ?? []
    use.changed = changes.map(({ ResTarget: { name } }) => name)
    for (const each of query.fromClause ?? query.usingClause ?? []) this.#from(each, scope)
    this.#where(query.whereClause, scope)
    this.#look([changes, conflict?.whereClause], scope)
    return this.#results(query.returningClause?.exprs ?? query.returningList, scope)
  }

  #use({ relname, schemaname = 'public' }, how, columns) {
    const table = schemaname === 'public' ? relname : `${schemaname}.${relname}`
    const use = { id: this.uses.length, table, how, changed: [] }
    use.isNamed = (column) =>
      how === 'insert'
        ? columns === undefined || columns.includes(column)
        : this.#equal.isKnown(nodeOf(use, column))
    use.sameAs = (column, other, itsColumn) =>
      this.#equal.areOne(nodeOf(use, column), nodeOf(other, itsColumn))
    this.uses.push(use)
    return use
  }

  /** Takes a part of a FROM clause into the scope. Returns its last item. */
  #from(clause, scope) {
    const [[kind, part]] = Object.entries(clause)
    if (kind === 'JoinExpr') {
      const [left, right] = [part.larg, part.rarg].map((side) => this.#from(side, scope))
      this.#where(part.quals, scope)
      for (const { String: column } of part.usingClause ?? []) {
        this.#equal.join(columnOf(left, column.sval), columnOf(right, column.sval))
      }
      return right
    }
    const item = this.#itemFrom(kind, part, scope)
    scope[0].items.set(part.alias?.aliasname ?? part.relname ?? Symbol('unnamed'), item)
    return item
  }

  #itemFrom(kind, part, scope) {
    if (kind === 'RangeVar') {
      const owner = !part.schemaname && scope.find(({ queries }) => queries.has(part.relname))
      if (!owner) return itemOf(this.#use(part, 'read'))
      return { columns: owner.queries.get(part.relname), other: unknown }
    }
    if (kind === 'RangeSubselect') {
      const names = part.alias?.colnames?.map(({ String: { sval } }) => sval) ?? []
      const columns = this.query(part.subquery, scope)
      const named = columns.map(({ name, node }, index) => ({ name: names[index] ?? name, node }))
      return { columns: named, other: unknown }
    }
    this.#look(part, scope)
    const node = isGiven(part) ? this.#equal.known() : unknown()
    return { columns: Array.from({ length: mostColumns }, () => ({ node })), other: () => node }
  }

  /** Takes what holds for every row of a query. */
  #where(condition = {}, scope) {
    const { BoolExpr, A_Expr, SubLink } = condition
    const [left, right] = [partsOf(A_Expr?.lexpr), partsOf(A_Expr?.rexpr)]
    if (BoolExpr?.boolop === 'AND_EXPR') {
      for (const each of BoolExpr.args) this.#where(each, scope)
    } else if (SubLink?.subLinkType === 'ANY_SUBLINK' && !SubLink.operName) {
      const found = this.query(SubLink.subselect, scope)
      for (const [index, part] of partsOf(SubLink.testexpr).entries()) {
        if (found[index]) this.#equal.join(this.#nodeOf(part, scope), found[index].node)
      }
    } else if (isEquality(A_Expr, 'AEXPR_OP') && left.length === right.length) {
      for (const [index, part] of left.entries()) {
        this.#equal.join(this.#nodeOf(part, scope), this.#nodeOf(right[index], scope))
      }
    } else {
      for (const node of this.#namedBy(condition, scope)) this.#equal.known(node)
      this.#look(condition, scope)
    }
  }

  /** The columns that a condition sets to given values, in every branch of it. */
  #namedBy({ BoolExpr, A_Expr }, scope) {
    const [first = [], ...rest] = BoolExpr?.args.map((each) => this.#namedBy(each, scope)) ?? []
    if (BoolExpr?.boolop === 'AND_EXPR') return [first, ...rest].flat()
    if (BoolExpr?.boolop === 'OR_EXPR') {
      const isIn = (nodes, node) => nodes.some((other) => this.#equal.areOne(node, other))
      return first.filter((node) => rest.every((nodes) => isIn(nodes, node)))
    }
    if (!isEquality(A_Expr, 'AEXPR_OP', 'AEXPR_IN', 'AEXPR_OP_ANY')) return []
    const { kind, lexpr, rexpr } = A_Expr
    const isTurned = !isGiven(rexpr)
    if (isTurned && (kind !== 'AEXPR_OP' || !isGiven(lexpr))) return []
    const columns = partsOf(isTurned ? rexpr : lexpr).filter(({ ColumnRef }) => ColumnRef)
    return columns.map((each) => this.#nodeOf(each, scope))
  }

  #results(targets = [], scope) {
    return targets.flatMap(({ ResTarget: { name, val } }) => {
      const [field, before] = val?.ColumnRef?.fields.toReversed() ?? []
      if (field?.A_Star === undefined) {
        return [{ name: name ?? field?.String?.sval, node: this.#nodeOf(val, scope) }]
      }
      const { items } = scope[0]
      const all = before === undefined ? [...items.values()] : [items.get(before.String.sval)]
      return all.flatMap((item) => item?.columns ?? [])
    })
  }

  /** The node that an expression equals: a column, a given value, or nothing that is known. */
  #nodeOf(expression, scope) {
    const { ColumnRef, ParamRef, A_Const, TypeCast, CollateClause, SubLink } = expression ?? {}
    if (ColumnRef) return resolve(ColumnRef.fields, scope)
    if (ParamRef) return this.#equal.known(`$${ParamRef.number}`)
    if (A_Const) return this.#equal.known(`constant ${JSON.stringify({ ...A_Const, location: 0 })}`)
    if (TypeCast ?? CollateClause) return this.#nodeOf((TypeCast ?? CollateClause).arg, scope)
    if (SubLink?.subLinkType === 'EXPR_SUBLINK') {
      return this.query(SubLink.subselect, scope)[0]?.node ?? unknown()
    }
    this.#look(expression, scope)
    return isGiven(expression) ? this.#equal.known() : unknown()
  }

  /** Finds queries anywhere in an expression. */
  #look(expression, scope) {
    if (expression === null || typeof expression !== 'object') return
    const { SubLink } = expression
    if (SubLink) this.query(SubLink.subselect, scope)
    for (const part of Object.values(SubLink ? [SubLink.testexpr] : expression)) {
      this.#look(part, scope)
    }
  }

  /** The columns of several results under each other: given where all of them are. */
  #merge(results) {
    return results[0].map(({ name, node }, index) => {
      const nodes = results.map((columns) => columns[index]?.node)
      if (nodes.every((other) => this.#equal.areOne(node, other))) return { name, node }
      const areGiven = nodes.every((each) => this.#equal.isKnown(each))
      return { name, node: areGiven ? this.#equal.known() : unknown() }
    })
  }
}

/** The classes of equal nodes, and the nodes that a statement gets from outside. */
class Classes {
  #parents = new Map()
  #known = new Set()

  /** Takes a node, or a new one, as given. Returns it. */
  known(node = unknown()) {
    this.#known.add(node)
    return node
  }

  isKnown(node) {
    return this.#known.values().some((known) => this.areOne(known, node))
  }

  areOne(one, other) {
    return this.#root(one) === this.#root(other)
  }

  join(one, other) {
    if (!this.areOne(one, other)) this.#parents.set(this.#root(other), this.#root(one))
  }

  #root(node) {
    return this.#parents.has(node) ? this.#root(this.#parents.get(node)) : node
  }
}

const unknown = () => Symbol('unknown')
const nodeOf = ({ id }, column) => `${id}.${column}`

/** A table as an item of a scope: only columns that name rows matter. */
function itemOf(use) {
  const columns = keyColumnsOf(use.table).map((name) => ({ name, node: nodeOf(use, name) }))
  return { columns, other: (column) => nodeOf(use, column) }
}

function columnOf({ columns, other }, column) {
  return columns.find(({ name }) => name === column)?.node ?? other(column)
}

function resolve(fields, scope) {
  const [column, table] = fields.map(({ String: text }) => text?.sval).toReversed()
  for (const { items } of scope) {
    const all = [...items.values()]
    const item =
      table === undefined
        ? (all.find(({ columns }) => columns.some(({ name }) => name === column)) ??
          (all.length === 1 ? all[0] : undefined))
        : items.get(table)
    if (item) return columnOf(item, column)
  }
  return unknown()
}

function isEquality(expression, ...kinds) {
  return kinds.includes(expression?.kind) && expression.name[0].String.sval === '='
}

/** The parts of a row of expressions, or the one expression. */
function partsOf(expression) {
  return expression?.RowExpr?.args ?? [expression]
}

/** True when an expression has a value before a row is read. */
function isGiven(expression) {
  return !nodesIn(expression).some(([kind]) => kind === 'ColumnRef' || kind === 'SubLink')
}

/** Every node of a tree, and every value in it, with its name. */
function* nodesIn(tree) {
  if (tree === null || typeof tree !== 'object') return
  for (const [kind, node] of Object.entries(tree)) {
    yield [kind, node]
    yield* nodesIn(node)
  }
}

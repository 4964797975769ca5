// What a statement reads and writes, and by which columns it finds its rows: by PostgreSQL's own
// parser.
import { parse } from 'libpg-query'
import { tables } from './tables.mjs'

/** A function yields at most so many columns. */
const mostColumns = 16

/** Functions that read the clock of the database. */
const clocks = new Set(['now', 'clock_timestamp', 'transaction_timestamp', 'statement_timestamp'])

/**
 * Analyses the text of a statement. Returns its `uses` of tables and what else the rules ask for. A
 * use has the table, whether it is a read or a write, the columns whose values the statement names
 * (`isNamed(column)`), the columns that it changes, and `sameAs(column, use, column)`: whether two
 * columns are equal by the statement. Throws at a text that PostgreSQL cannot parse.
 */
export async function analyse(text) {
  const { stmts } = await parse(text)
  const analysis = new Analysis()
  for (const { stmt } of stmts) analysis.run(stmt)
  const { uses, skipsLocked, isRecursive, readsClock } = analysis
  return { uses, skipsLocked, isRecursive, readsClock }
}

class Analysis {
  uses = []
  skipsLocked = false
  isRecursive = false
  readsClock = false
  #equal = new Classes()

  run(statement) {
    this.#query(statement, emptyScope())
  }

  /** Takes one query. Returns the columns of its result, by their position and their name. */
  #query(statement, outer) {
    const [[kind, query]] = Object.entries(statement)
    const scope = { items: new Map(), queries: new Map(), outer }
    for (const { CommonTableExpr: part } of query.withClause?.ctes ?? []) {
      this.isRecursive ||= query.withClause.recursive === true
      // A recursive part reads itself: what it yields is not known yet.
      scope.queries.set(part.ctename, [])
      scope.queries.set(part.ctename, this.#query(part.ctequery, scope))
    }
    if (kind === 'SelectStmt') return this.#select(query, scope)
    if (kind === 'InsertStmt') return this.#insert(query, scope)
    if (kind === 'UpdateStmt') return this.#update(query, scope)
    if (kind === 'DeleteStmt') return this.#delete(query, scope)
    for (const table of tablesIn(query)) this.#use(table, 'read')
    return []
  }

  #select(query, scope) {
    for (const { LockingClause: lock } of query.lockingClause ?? []) {
      this.skipsLocked ||= lock.waitPolicy === 'LockWaitSkip'
    }
    if (query.op !== undefined && query.op !== 'SETOP_NONE') {
      const one = this.#query({ SelectStmt: query.larg }, scope)
      const other = this.#query({ SelectStmt: query.rarg }, scope)
      return one.map(({ name, node }, index) => ({
        name,
        node: this.#either(node, other[index]?.node),
      }))
    }
    if (query.valuesLists !== undefined) {
      const rows = query.valuesLists.map(({ List: { items } }) =>
        items.map((item) => this.#nodeOf(item, scope)),
      )
      return (rows[0] ?? []).map((_, index) => ({
        name: `column${index + 1}`,
        node: rows.length === 1 ? rows[0][index] : this.#common(rows.map((row) => row[index])),
      }))
    }
    this.#from(query.fromClause, scope)
    this.#where(query.whereClause, scope)
    this.#look([query.groupClause, query.havingClause, query.sortClause], scope)
    this.#look([query.limitCount, query.limitOffset, query.windowClause], scope)
    return this.#results(query.targetList, scope)
  }

  #insert(query, scope) {
    const columns = query.cols?.map(({ ResTarget: { name } }) => name)
    const use = this.#use(query.relation, 'insert', columns)
    const results = query.selectStmt ? this.#query(query.selectStmt, scope) : []
    for (const [index, column] of (columns ?? results.map(({ name }) => name)).entries()) {
      if (results[index]) this.#equal.join(nodeOf(use, column), results[index].node)
    }
    const inner = this.#within(use, query.relation, scope)
    const { onConflictClause: conflict } = query
    use.changed = changedBy(conflict?.targetList)
    this.#look(conflict?.targetList, inner)
    this.#look(conflict?.whereClause, inner)
    return this.#results(query.returningClause?.exprs ?? query.returningList, inner)
  }

  #update(query, scope) {
    const use = this.#use(query.relation, 'update')
    const inner = this.#within(use, query.relation, scope)
    use.changed = changedBy(query.targetList)
    this.#from(query.fromClause, inner)
    this.#where(query.whereClause, inner)
    this.#look(query.targetList, inner)
    return this.#results(query.returningClause?.exprs ?? query.returningList, inner)
  }

  #delete(query, scope) {
    const use = this.#use(query.relation, 'delete')
    const inner = this.#within(use, query.relation, scope)
    this.#from(query.usingClause, inner)
    this.#where(query.whereClause, inner)
    return this.#results(query.returningClause?.exprs ?? query.returningList, inner)
  }

  #within(use, relation, scope) {
    scope.items.set(relation.alias?.aliasname ?? relation.relname, { use })
    return scope
  }

  #use({ relname, schemaname }, how, columns) {
    const table = schemaname && schemaname !== 'public' ? `${schemaname}.${relname}` : relname
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

  #from(items, scope) {
    for (const item of items ?? []) this.#fromOne(item, scope)
  }

  #fromOne(item, scope) {
    const { RangeVar, JoinExpr, RangeSubselect, RangeFunction } = item
    if (RangeVar) {
      const name = RangeVar.alias?.aliasname ?? RangeVar.relname
      const query = RangeVar.schemaname ? undefined : findQuery(RangeVar.relname, scope)
      scope.items.set(name, query ? { columns: query } : { use: this.#use(RangeVar, 'read') })
    } else if (JoinExpr) {
      this.#fromOne(JoinExpr.larg, scope)
      const before = [...scope.items.keys()]
      this.#fromOne(JoinExpr.rarg, scope)
      this.#where(JoinExpr.quals, scope)
      for (const { String: column } of JoinExpr.usingClause ?? []) {
        const added = [...scope.items.keys()].find((name) => !before.includes(name))
        const sides = [before.at(-1), added].map((name) =>
          this.#columnOf(scope.items.get(name), column.sval),
        )
        this.#equal.join(sides[0], sides[1])
      }
    } else if (RangeSubselect) {
      const columns = this.#query(RangeSubselect.subquery, scope)
      const names = RangeSubselect.alias?.colnames?.map(({ String: { sval } }) => sval) ?? []
      const named = columns.map(({ name, node }, index) => ({ name: names[index] ?? name, node }))
      scope.items.set(RangeSubselect.alias?.aliasname ?? Symbol('unnamed'), { columns: named })
    } else if (RangeFunction) {
      this.#look(RangeFunction.functions, scope)
      const isGiven = !mentions(RangeFunction.functions, 'ColumnRef')
      const name = RangeFunction.alias?.aliasname ?? Symbol('unnamed')
      scope.items.set(name, { all: isGiven ? this.#equal.known() : this.#equal.unknown() })
    }
  }

  /** Takes what holds for every row of a query. */
  #where(condition, scope) {
    if (condition === undefined) return
    const { BoolExpr, A_Expr, SubLink } = condition
    if (BoolExpr?.boolop === 'AND_EXPR') {
      for (const each of BoolExpr.args) this.#where(each, scope)
    } else if (BoolExpr?.boolop === 'OR_EXPR') {
      const named = BoolExpr.args.map((each) => this.#namedBy(each, scope))
      for (const node of named[0] ?? []) {
        if (named.every((nodes) => nodes.some((other) => this.#equal.areOne(node, other)))) {
          this.#equal.know(node)
        }
      }
      this.#look(BoolExpr.args, scope)
    } else if (SubLink?.subLinkType === 'ANY_SUBLINK' && SubLink.operName === undefined) {
      const found = this.#query(SubLink.subselect, scope)
      for (const [index, part] of partsOf(SubLink.testexpr).entries()) {
        if (found[index]) this.#equal.join(this.#nodeOf(part, scope), found[index].node)
      }
    } else if (isEquality(A_Expr)) {
      const [left, right] = [partsOf(A_Expr.lexpr), partsOf(A_Expr.rexpr)]
      if (A_Expr.kind === 'AEXPR_OP' && left.length === right.length) {
        for (const [index, part] of left.entries()) {
          this.#equal.join(this.#nodeOf(part, scope), this.#nodeOf(right[index], scope))
        }
      } else {
        for (const node of this.#namedBy(condition, scope)) this.#equal.know(node)
        this.#look(A_Expr, scope)
      }
    } else this.#look(condition, scope)
  }

  /** The columns that a condition sets to given values. */
  #namedBy(condition, scope) {
    const { BoolExpr, A_Expr } = condition
    if (BoolExpr?.boolop === 'AND_EXPR') {
      return BoolExpr.args.flatMap((each) => this.#namedBy(each, scope))
    }
    if (!isEquality(A_Expr)) return []
    if (isGiven(A_Expr.rexpr))
      return columnsOf(A_Expr.lexpr).map((each) => this.#nodeOf(each, scope))
    if (A_Expr.kind === 'AEXPR_OP' && isGiven(A_Expr.lexpr)) {
      return columnsOf(A_Expr.rexpr).map((each) => this.#nodeOf(each, scope))
    }
    return []
  }

  #results(targets, scope) {
    return (targets ?? []).flatMap(({ ResTarget: { name, val } }) => {
      const fields = val?.ColumnRef?.fields
      if (fields?.at(-1)?.A_Star !== undefined) return this.#everyColumn(fields, scope)
      return [{ name: name ?? fields?.at(-1)?.String?.sval, node: this.#nodeOf(val, scope) }]
    })
  }

  /** What `*` stands for: only columns that name rows matter. */
  #everyColumn(fields, scope) {
    const items =
      fields.length > 1 ? [scope.items.get(fields[0].String.sval)] : scope.items.values()
    return [...items].flatMap((item) => {
      if (item?.columns) return item.columns
      if (item?.all) return Array.from({ length: mostColumns }, () => ({ node: item.all }))
      const names = item?.use ? new Set(tables[item.use.table]?.keys.flat()) : []
      return [...names].map((name) => ({ name, node: this.#columnOf(item, name) }))
    })
  }

  /** What an expression equals: a column, a given value, or nothing that is known. */
  #nodeOf(expression, scope) {
    const { ColumnRef, ParamRef, A_Const, TypeCast, CollateClause, SubLink } = expression ?? {}
    if (ColumnRef) return this.#resolve(ColumnRef.fields, scope)
    if (ParamRef) return this.#equal.known(`$${ParamRef.number}`)
    if (A_Const) return this.#equal.known(`constant ${JSON.stringify({ ...A_Const, location: 0 })}`)
    if (TypeCast) return this.#nodeOf(TypeCast.arg, scope)
    if (CollateClause) return this.#nodeOf(CollateClause.arg, scope)
    if (SubLink?.subLinkType === 'EXPR_SUBLINK') {
      return this.#query(SubLink.subselect, scope)[0]?.node ?? this.#equal.unknown()
    }
    this.#look(expression, scope)
    return mentions(expression, 'ColumnRef', 'SubLink')
      ? this.#equal.unknown()
      : this.#equal.known()
  }

  #resolve(fields, scope) {
    const names = fields.map(({ String: text }) => text?.sval)
    const column = names.at(-1)
    if (names.length > 1) {
      for (let around = scope; around; around = around.outer) {
        const item = around.items.get(names.at(-2))
        if (item) return this.#columnOf(item, column)
      }
      return this.#equal.unknown()
    }
    for (let around = scope; around; around = around.outer) {
      const items = [...around.items.values()]
      const owner =
        items.find(
          ({ use, columns }) =>
            tables[use?.table]?.keys.flat().includes(column) === true ||
            columns?.some(({ name }) => name === column) === true,
        ) ?? (items.length === 1 ? items[0] : undefined)
      if (owner) return this.#columnOf(owner, column)
    }
    return this.#equal.unknown()
  }

  #columnOf(item, column) {
    if (item?.use) return nodeOf(item.use, column)
    if (item?.all) return item.all
    return item?.columns?.find(({ name }) => name === column)?.node ?? this.#equal.unknown()
  }

  /** Finds queries and clocks anywhere in an expression. */
  #look(expression, scope) {
    if (expression === null || typeof expression !== 'object') return
    const { SubLink, FuncCall, SQLValueFunction } = expression
    if (SQLValueFunction?.op?.includes('TIME') || SQLValueFunction?.op?.includes('DATE')) {
      this.readsClock = true
    }
    if (clocks.has(FuncCall?.funcname.at(-1).String.sval)) this.readsClock = true
    if (SubLink) {
      this.#look(SubLink.testexpr, scope)
      this.#query(SubLink.subselect, scope)
      return
    }
    for (const part of Object.values(expression)) this.#look(part, scope)
  }

  #either(one, other) {
    return other !== undefined && this.#equal.areOne(one, other) ? one : this.#common([one, other])
  }

  /** Something that is given where all of some nodes are. */
  #common(nodes) {
    const areGiven = nodes.every((node) => node !== undefined && this.#equal.isKnown(node))
    return areGiven ? this.#equal.known() : this.#equal.unknown()
  }
}

/** What is equal to what, and which of it a statement gets from outside. */
class Classes {
  #parents = new Map()
  #known = new Set()
  #count = 0

  known(name = this.unknown()) {
    this.know(name)
    return name
  }

  unknown() {
    this.#count += 1
    return `anything ${this.#count}`
  }

  know(node) {
    this.#known.add(this.#root(node))
  }

  isKnown(node) {
    return this.#known.has(this.#root(node))
  }

  areOne(one, other) {
    return this.#root(one) === this.#root(other)
  }

  join(one, other) {
    const [root, under] = [this.#root(one), this.#root(other)]
    if (root === under) return
    this.#parents.set(under, root)
    if (this.#known.has(under)) this.#known.add(root)
  }

  #root(node) {
    let root = node
    while (this.#parents.has(root)) root = this.#parents.get(root)
    return root
  }
}

function emptyScope() {
  return { items: new Map(), queries: new Map(), outer: null }
}

function nodeOf({ id }, column) {
  return `${id}.${column}`
}

function findQuery(name, scope) {
  for (let around = scope; around; around = around.outer) {
    const query = around.queries.get(name)
    if (query) return query
  }
  return undefined
}

function isEquality(expression) {
  return (
    ['AEXPR_OP', 'AEXPR_IN', 'AEXPR_OP_ANY'].includes(expression?.kind) &&
    expression.name[0].String.sval === '='
  )
}

/** The parts of a row of expressions, or the one expression. */
function partsOf(expression) {
  return expression?.RowExpr?.args ?? [expression]
}

function columnsOf(expression) {
  return partsOf(expression).filter(({ ColumnRef }) => ColumnRef)
}

/** Whether an expression has a value before a row is read. */
function isGiven(expression) {
  return !mentions(expression, 'ColumnRef', 'SubLink')
}

function changedBy(targets) {
  return (targets ?? []).map(({ ResTarget: { name } }) => name)
}

function mentions(expression, ...kinds) {
  if (expression === null || typeof expression !== 'object') return false
  return Object.entries(expression).some(
    ([kind, part]) => kinds.includes(kind) || mentions(part, ...kinds),
  )
}

function tablesIn(query) {
  if (query === null || typeof query !== 'object') return []
  return Object.entries(query).flatMap(([kind, part]) =>
    kind === 'RangeVar' || kind === 'relation' ? [part.RangeVar ?? part] : tablesIn(part),
  )
}

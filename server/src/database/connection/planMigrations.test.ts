import { describe, expect, it } from 'vitest'
import { type Step, statements } from '../migrations/statements.ts'
import { migrations } from './migrate.ts'
import { type PlannedStep, planMigrations } from './planMigrations.ts'
import { ruledFrom } from './runMigrations.ts'

const known: Readonly<Record<string, Step>> = migrations
const names = Object.keys(known)
const planOf = async (step: Step, name = '9001-step') => {
  const [plan] = await planMigrations([[name, step]])
  if (plan === undefined) throw new Error('There is no plan.')
  return plan
}

describe('the plan of a migration', () => {
  it.each([
    ['alter table players add column x text', 'players', 'ACCESS EXCLUSIVE'],
    ['alter table only players validate constraint x', 'players', 'SHARE UPDATE EXCLUSIVE'],
    ['create unique index x on players (id)', 'players', 'SHARE'],
    ['create table x (id int references players (id))', 'players', 'SHARE ROW EXCLUSIVE'],
    [
      'create trigger x before update on audit_log execute function y()',
      'audit_log',
      'SHARE ROW EXCLUSIVE',
    ],
    ['update "players" set x = 1', 'players', 'ROW EXCLUSIVE'],
    ['drop table players', 'players', 'ACCESS EXCLUSIVE'],
    ['drop trigger x on players', 'players', 'ACCESS EXCLUSIVE'],
    ['lock table players in access exclusive mode', 'players', 'ACCESS EXCLUSIVE'],
  ])('names the lock of %s', async (statement, table, mode) => {
    expect((await planOf(statements(statement))).locks).toEqual([{ table, mode }])
  })

  it('names the strongest lock of each table, and none of a table that it makes', async () => {
    const step = statements(
      'create table x (id int)',
      'create index y on x (id)',
      'update players set x = 1',
      'alter table players add column z int',
    )
    expect((await planOf(step)).locks).toEqual([{ table: 'players', mode: 'ACCESS EXCLUSIVE' }])
  })

  it('has every migration, without a database', async () => {
    const plans = await planMigrations(Object.entries(known))
    expect(plans.map(({ step }) => step)).toEqual(names)
    expect(plans.find(({ step }) => step === '0017-avatar-sources')?.locks).toEqual([
      { table: 'players', mode: 'ACCESS EXCLUSIVE' },
    ])
  })
})

/** What takes away what the version before uses, or rewrites a table while everything waits. */
const removing = /\b(?:drop|rename)\b|\bset not null\b|\balter column \w+ (?:set data )?type\b/
const lasting =
  /\badd column [^,]*\b(?:unique|primary key|references|random|clock_timestamp|gen_random_uuid)\b|\badd column (?![^,]*\bdefault\b)[^,]*\bnot null\b|\badd (?:constraint \w+ )?(?:check|foreign key)\b(?![^]*\bnot valid\b)|\badd (?:constraint \w+ )?(?:unique|primary key)\b(?! using index)/

/** A reference has two tables: the contract locks them as writes do, the referenced one first. */
function isOneReference(texts: readonly string[]): boolean {
  const [lock = '', change = '', ...more] = texts
  const isChange =
    /^alter table \w+ (?:add constraint \w+ foreign key .*|drop constraint \w+_fkey)$/
  return (
    /^lock table \w+ in access exclusive mode$/.test(lock) &&
    isChange.test(change) &&
    more.length === 0
  )
}

/** The rules of docs/upgrading.md that a step breaks. */
function brokenBy(step: Step, { statements: all, locks }: PlannedStep): readonly string[] {
  const texts = all.map((each) => each.toLowerCase().replaceAll(/["\s]+/g, ' '))
  const inTransaction = 'up' in step
  const rules: readonly (readonly [boolean, string])[] = [
    [
      step.needs === undefined && texts.some((text) => removing.test(text)),
      'takes away, and names nothing in `needs`',
    ],
    [step.needs !== undefined && !names.includes(step.needs), 'needs a step that is not there'],
    [
      step.contract === true && (step.needs === undefined || known[step.needs]?.contract === true),
      'contracts, and names no step of the first half in `needs`',
    ],
    [texts.some((text) => lasting.test(text)), 'reads or rewrites a table while everything waits'],
    [
      inTransaction && locks.some(({ mode }) => mode === 'SHARE'),
      'makes an index while writes wait',
    ],
    [
      inTransaction && locks.some(({ mode }) => mode === 'ROW EXCLUSIVE'),
      'changes rows of a table in one transaction',
    ],
    [
      locks.filter(({ mode }) => mode === 'ACCESS EXCLUSIVE' || mode === 'SHARE ROW EXCLUSIVE')
        .length > 1 && !(step.contract === true && isOneReference(texts)),
      'locks two tables at once',
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, rule]) => rule)
}

describe('a migration', () => {
  it.each(Object.entries(known).filter(([name]) => name >= ruledFrom))(
    '%s leaves the version before at work, and holds up no player',
    async (name, step) => {
      expect(brokenBy(step, await planOf(step, name))).toEqual([])
    },
  )

  it.each([
    ['alter table players drop column email', 'takes away'],
    ['alter table players rename column email to mail', 'takes away'],
    ['alter table players alter column email set not null', 'takes away'],
    ['alter table players add column x text not null', 'reads or rewrites'],
    ['alter table players add constraint x check (id > 0)', 'reads or rewrites'],
    ['alter table players add column x uuid default gen_random_uuid()', 'reads or rewrites'],
    ['create index x on players (email)', 'makes an index'],
    ['update players set email = email', 'changes rows'],
    ['create table x (a int references players (id), b int references sessions (id))', 'locks two'],
  ])('would be refused for %s', async (statement, rule) => {
    const step = statements(statement)
    expect(brokenBy(step, await planOf(step))).toEqual([expect.stringContaining(rule)])
  })

  it.each([
    "alter table players add column x text not null default ''",
    'alter table players add constraint x check (id > 0) not valid',
    'create table x (id int primary key, player int not null references players (id))',
  ])('may be %s', async (statement) => {
    const step = statements(statement)
    expect(brokenBy(step, await planOf(step))).toEqual([])
  })

  it('may take away what an earlier step left unused', async () => {
    const gone = { ...statements('alter table players drop column x'), needs: names.at(-1) ?? '' }
    expect(brokenBy(gone, await planOf(gone))).toEqual([])
    const unknown = { ...gone, needs: '0000-none' }
    expect(brokenBy(unknown, await planOf(unknown))).toHaveLength(1)
  })

  it('may lock the two tables of a reference at its contract, the referenced one first', async () => {
    const texts = [
      'lock table sessions in access exclusive mode',
      'alter table access_tokens drop constraint x_fkey',
    ]
    const step = { ...statements(...texts), contract: true, needs: '0027-taken' }
    expect(brokenBy(step, await planOf(step))).toEqual([])
    const others = [
      { ...step, contract: false },
      { ...step, ...statements(...texts, 'drop trigger x on mail_links') },
      { ...step, needs: '0065-functions-gone' },
    ]
    for (const other of others) expect(brokenBy(other, await planOf(other))).toHaveLength(1)
  })
})

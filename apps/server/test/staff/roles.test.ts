import type { ActRow, Role } from '@gatehouse/contract/acts/act'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../fixtures/staff/staffProvider.ts'
import {
  people,
  startConsole,
  type StaffBrowser,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

let test: TestConsole
const browsers = new Map<string, StaffBrowser>()

/** A person of each role; the roles of three are for some deployments. */
const staff: readonly (readonly [Person, Role, own: readonly string[] | '*'])[] = [
  [people.ada, 'operator', '*'],
  [people.sam, 'support', ['local', 'prod']],
  [people.bea, 'brand', ['local']],
  [people.pia, 'privacy', '*'],
  [people.aud, 'auditor', '*'],
]

beforeAll(async () => {
  test = await startConsole({ settings: { LIMITS: 'off' } })
  for (const [person] of staff) browsers.set(person.sub, await test.signedIn(person))
})
afterAll(() => test.close())

const inConsole = actNames.filter((name) => (everyAct[name] as ActRow).roles.length > 0)

/** A digest of everything that an act could change. */
async function rowsOfAll(): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select md5(string_agg(table_name || ':' || (xpath('/row/c/text()',
      query_to_xml('select count(*) as c from ' || quote_ident(table_name), false, true, '')))[1]::text,
      ',' order by table_name)) as digest
    from information_schema.tables
    where table_schema = 'public' and table_name not in ('staff_sessions', 'audit_log', 'audit_heads',
      'account_ledger')`.execute(test.app.services.database.kysely)
  return rows[0]?.digest ?? ''
}

/** Without a reason an act is understood at most, and not carried out. */
async function errorOf(browser: StaffBrowser, name: ActName, order: object) {
  return (await browser.order(name, order, { why: '' })).body
}

const hasDeployment = (name: ActName) => Object.hasOwn(everyAct[name].order.shape, 'deployment')

describe.each(staff)('$0.name', (person, role, own) => {
  const browser = () => browsers.get(person.sub) as StaffBrowser
  const isAllowed = (name: ActName) => (everyAct[name] as ActRow).roles.includes(role)

  it.each(inConsole.filter(hasDeployment))(
    'orders %s in an own deployment where the row says so (AT-CON2-12, AX-CON2-01)',
    async (name) => {
      const before = await rowsOfAll()
      const { error } = await errorOf(browser(), name, { deployment: 'local' })
      expect(error === 'NOT_ALLOWED').toBe(!isAllowed(name))
      expect(error).not.toBe('UNKNOWN_DEPLOYMENT')
      expect(await rowsOfAll()).toBe(before)
    },
  )

  it.each(inConsole.filter((name) => !hasDeployment(name)))(
    'orders %s with a role for all deployments, or for any where that is enough',
    async (name) => {
      const { error } = await errorOf(browser(), name, {})
      const isPlaced = own === '*' || (everyAct[name] as ActRow).isAnywhere
      expect(error === 'NOT_ALLOWED').toBe(!(isAllowed(name) && isPlaced))
    },
  )
})

describe.each(staff.filter(([, , own]) => own !== '*'))('$0.name', (person) => {
  it.each(inConsole.filter(hasDeployment))(
    'learns by %s of no other deployment (AX-CON2-02)',
    async (name) => {
      const browser = browsers.get(person.sub) as StaffBrowser
      const foreign = await errorOf(browser, name, { deployment: 'relic' })
      expect(foreign.error).toBe('UNKNOWN_DEPLOYMENT')
      expect(foreign).toEqual(await errorOf(browser, name, { deployment: 'no' }))
    },
  )
})

it('an act of the command line alone is none of the console', async () => {
  const ada = browsers.get('ada') as StaffBrowser
  const others = actNames.filter((each) => !inConsole.includes(each))
  const answers = await Promise.all(others.map((name) => ada.order(name, {})))
  expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set(['UNKNOWN_ACT']))
})

it('a person of two groups has the roles of both, and a foreign group none (AX-CON2-30)', async () => {
  const both = await test.signedIn({
    ...people.sam,
    groups: ['support', 'brand', 'Operators', 'toString'],
  })
  const me = (await both.ask('GET', '/api/v1/me')).body.data as {
    deployments: readonly { name: string; roles: readonly Role[] }[]
    house: { roles: readonly Role[] }
  }
  expect(me.deployments).toEqual([
    expect.objectContaining({ name: 'local', roles: ['support', 'brand'] }),
    expect.objectContaining({ name: 'prod', roles: ['support'] }),
  ])
  expect(me.house.roles).toEqual([])
})

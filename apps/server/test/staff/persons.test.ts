import type { ActRow } from '@gatehouse/contract/acts/act'
import { actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import type { Me } from '@gatehouse/contract/console/me'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/* A page of the console says who has filled it: what it sends goes out in that name, or not at all. */

let test: TestConsole
let ada: StaffBrowser
let ofSam: Record<string, string>
let ofAda: Record<string, string>

beforeAll(async () => {
  test = await startConsole({ settings: { LIMITS: 'off' } })
  ada = await test.signedIn(people.ada)
  ofAda = await pageOf(ada)
  ofSam = await pageOf(await test.signedIn(people.sam))
})
afterAll(() => test.close())

/** What the page of a person adds to each of its calls. */
async function pageOf(browser: StaffBrowser): Promise<Record<string, string>> {
  const { person } = (await browser.ask('GET', '/api/v1/me')).body.data as Me
  return { 'x-gatehouse-person': person }
}

/** Everything that an order could leave behind: the answers to repeated ones too. */
async function digestOfAll(): Promise<unknown> {
  const { rows } = await sql`
    select table_name, (xpath('/row/c/text()',
      query_to_xml('select count(*) as c from ' || quote_ident(table_name), false, true, '')))[1]::text as count
    from information_schema.tables where table_schema = 'public' order by 1`.execute(
    test.app.services.database.kysely,
  )
  return rows
}

const inConsole = actNames.filter((name) => (everyAct[name] as ActRow).roles.length > 0)

describe('the page of a person, in a browser where another one is signed in since,', () => {
  it.each(inConsole)('orders %s for nobody', async (name) => {
    const before = await digestOfAll()
    for (const order of [{ deployment: 'local', player: 'PlayerOne' }, 'no order']) {
      for (const dryRun of [false, true]) {
        const asked = { key: `key-of-${name.replaceAll(' ', '-')}`, dryRun, headers: ofSam }
        const { status, body } = await ada.order(name, order as object, asked)
        expect([status, body.error]).toEqual([409, 'OTHER_PERSON'])
        expect(body.message).toContain('Ada Operator')
      }
    }
    expect(await digestOfAll()).toEqual(before)
    const own = await ada.order(name, {}, { why: '', headers: ofAda })
    expect(own.body.error).not.toBe('OTHER_PERSON')
  })

  it.each([
    ['ends no log-in of the other one', 'POST', '/api/v1/me/sessions/end', { id: 1 }],
    ['lists no log-ins of the other one', 'GET', '/api/v1/me/sessions', undefined],
    ['takes no file', 'POST', '/downloads/ticket', {}],
    ['signs nobody out', 'POST', '/sign-out', {}],
  ] as const)('%s', async (_, method, url, body) => {
    expect((await ada.ask(method, url, body, ofSam)).body.error).toBe('OTHER_PERSON')
    expect((await ada.ask('GET', '/api/v1/me')).status).toBe(200)
  })

  it('learns who is signed in, and who is not', async () => {
    const { body } = await ada.ask('GET', '/api/v1/me', undefined, ofAda)
    expect(body.data).toMatchObject({ person: ofAda['x-gatehouse-person'], name: 'Ada Operator' })
    const nobody = await test.browser().ask('GET', '/api/v1/me/sessions', undefined, ofSam)
    expect(nobody.body.error).toBe('NOT_SIGNED_IN')
  })
})

it('a person has one mark in every log-in, and another person of the same name and address another one', async () => {
  expect(await pageOf(await test.signedIn(people.ada))).toEqual(ofAda)
  const { name } = people.ada
  const namesake = { ...people.ada, sub: 'ada-2', name, email: 'ada@studio.test' }
  expect(await pageOf(await test.signedIn(namesake))).not.toEqual(ofAda)
})

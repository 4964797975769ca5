import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
let ada: TestVisitor

beforeAll(async () => {
  app = await startApp()
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(() => app.close())

const optIn = (ListId: number, IsOptIn: boolean) => ({
  body: { ListId, IsOptIn, IsG2GOptIn: false },
})
const states = async (visitor: TestVisitor) =>
  (await visitor.call('listNewsletters', {})).OptInList.map((list) => list.IsOptIn)

describe('the newsletter calls', () => {
  it('list the offered newsletters, opted out by default (AT-NEWS-01, R-7.9-1)', async () => {
    expect(await ada.call('listNewsletters', {})).toEqual({
      OptInList: [
        { ListId: 1, ListName: 'Platform news', IsOptIn: false, IsG2G: true },
        { ListId: 2, ListName: 'Games and events', IsOptIn: false },
      ],
    })
  })

  it('say about the first lists sentences that the portal has in every language', async () => {
    const { kysely } = app.services.database
    const lists = await kysely
      .selectFrom('newsletter_lists')
      .select('description')
      .where('deployment', '=', 'local')
      .execute()
    const po = '../../../../portal/src/i18n/po/account/en.po'
    const known = await readFile(join(import.meta.dirname, po), 'utf8')
    for (const { description } of lists) expect(known).toContain(`msgid "${description}"`)
  })

  it('store a choice for its list and its player only (AT-NEWS-05, R-7.9-2)', async () => {
    const bob = await signedInPlayer(app, registerForm({ Username: 'Bob' }))
    expect(await ada.call('optInUser', optIn(2, true))).toEqual({})
    expect(await states(ada)).toEqual([false, true])
    await ada.call('optInUser', optIn(2, true))
    expect(await states(ada)).toEqual([false, true])
    expect(await states(bob)).toEqual([false, false])
    await ada.call('optInUser', optIn(2, false))
    expect(await states(ada)).toEqual([false, false])
  })

  it('write every choice into the consent journal, with version and time (M-13)', async () => {
    const eve = await signedInPlayer(app, registerForm({ Username: 'Eve' }))
    const { Id_User } = await eve.readToken()
    await eve.call('optInUser', optIn(1, true))
    await eve.call('optInUser', optIn(1, false))
    const journal = await app.services.database.kysely
      .selectFrom('consents')
      .select(['subject', 'accepted', 'text_version', 'ip', 'at'])
      .where('player_id', '=', Id_User)
      .where('subject', 'like', 'newsletter%')
      .orderBy('id')
      .execute()
    const entry = { subject: 'newsletter 1', text_version: '1', ip: '203.0.113.7' }
    expect(journal).toEqual([
      { ...entry, accepted: true, at: app.clock.now() },
      { ...entry, accepted: false, at: app.clock.now() },
    ])
  })

  it.each([9, 0, -1, 2_147_483_648, 9_007_199_254_740_991])(
    'refuse list %s, which is not offered (AT-API-14, R-8.4-49)',
    async (listId) => {
      expect(await ada.refused('optInUser', optIn(listId, true))).toEqual({
        status: 400,
        items: ['ERROR_OPTIN_NOT_EXISTS@'],
      })
    },
  )

  it('refuse and hide an inactive list', async () => {
    const lists = app.services.database.kysely.updateTable('newsletter_lists')
    const secondOfSandbox = lists.where('deployment', '=', 'sandbox').where('id', '=', 2)
    await secondOfSandbox.set({ is_active: false }).execute()
    const joe = await signedInPlayer(app, registerForm({ Username: 'Joe' }), 'sandbox')
    expect(await joe.refused('optInUser', optIn(2, true))).toEqual({
      status: 400,
      items: ['ERROR_OPTIN_NOT_EXISTS@'],
    })
    expect(await states(joe)).toEqual([false])
  })

  it('refuse a text in place of a boolean', async () => {
    const body = { ListId: 1, IsOptIn: 'true', IsG2GOptIn: false } as never
    expect(await ada.refused('optInUser', { body })).toEqual({
      status: 400,
      items: ['INVALID_REQUEST@IsOptIn'],
    })
  })
})

describe('the newsletter calls of a deployment', () => {
  it('work without the connections section and without the newsletter section (A-35, J05)', async () => {
    const gated = await startApp({
      deployments: {
        local: { EnableConnectionsSection: false },
        prod: { EnableNewsletterSection: false },
      },
    })
    try {
      for (const name of ['local', 'prod'] as const) {
        const player = await signedInPlayer(gated, registerForm({ Username: 'Ada' }), name)
        await player.call('optInUser', optIn(1, true))
        expect(await states(player)).toEqual([true, false])
      }
    } finally {
      await gated.close()
    }
  })
})

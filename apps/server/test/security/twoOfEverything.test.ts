import { CallError } from '@gatehouse/client/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import {
  linkSteam,
  newSteamId,
  steamAnswer,
  steamOf,
  unlinkSteam,
} from '../fixtures/partners/linkSteam.ts'

let standIns: StandIns
let app: TestApp

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, { settings: { LIMITS: 'off' } })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

/** The outcomes other than a success or a refusal that a player can read. */
function otherErrors(outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }): unknown => reason)
    .filter((reason) => !(reason instanceof CallError && [400, 401].includes(reason.status)))
}

describe('two tabs with different acts at the same moment', () => {
  it('run a change of address and a deletion one after the other (T36)', async () => {
    for (let round = 0; round < 2; round += 1) {
      const Username = `Tabs${round}`
      const visitor = await signedInPlayer(app, registerForm({ Username }))
      const { Id_User: userId } = await visitor.readToken()
      const types = await visitor.call('listDeletionTypes', {})
      const Email = `${Username}-new@site.test`
      await visitor.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
      const uid = await linkToken(app, Email)
      const outcomes = await Promise.allSettled([
        visitor.call('confirmEmailUpdate', { query: { uid } }),
        visitor.call('deleteUser', {
          path: { userId },
          body: {
            Email: `${Username.toLowerCase()}@site.test`,
            Password: samplePassword,
            Id_DeletionType: types.DeletionTypes[0]?.Id ?? 0,
            DeletionReason: '',
          },
        }),
      ])
      expect(otherErrors(outcomes)).toEqual([])
      const rows = await app.services.database.kysely
        .selectFrom('players')
        .select(['deleted_at', 'email_key'])
        .where('id', '=', userId)
        .execute()
      // The account is whole or gone, and an account that is gone has no address.
      for (const row of rows) expect(row.deleted_at === null).toBe(row.email_key !== null)
    }
  })

  it('end an unlinking and a linking with one account or none (T36)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Linker' }))
    for (let round = 0; round < 2; round += 1) {
      const id = newSteamId()
      await linkSteam(visitor, id)
      const body = await steamAnswer(visitor, newSteamId())
      const outcomes = await Promise.allSettled([
        unlinkSteam(visitor),
        visitor.call('steamCallback', { body }),
      ])
      expect(otherErrors(outcomes)).toEqual([])
      const rows = await app.services.database.kysely
        .selectFrom('connections')
        .select('account_id')
        .where('canonical_name', '=', 'steam')
        .execute()
      expect(rows.length).toBe((await steamOf(visitor)).IsLinked ? 1 : 0)
      await unlinkSteam(visitor)
    }
  })

  it('register or delete a player once and send one mail (T37)', async () => {
    const body = registerForm({ Username: 'Twice' })
    const registered = await Promise.allSettled(
      [1, 2].map(() => app.visitor().call('registerNewUser', { body })),
    )
    expect(registered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await app.mails('twice@site.test')).toHaveLength(1)

    const visitor = await signedInPlayer(app, registerForm({ Username: 'Gone' }))
    const { Id_User: userId } = await visitor.readToken()
    const types = await visitor.call('listDeletionTypes', {})
    const deletion = {
      Email: 'gone@site.test',
      Password: samplePassword,
      Id_DeletionType: types.DeletionTypes[0]?.Id ?? 0,
      DeletionReason: '',
    }
    const before = await app.mails('gone@site.test')
    const deleted = await Promise.allSettled(
      [1, 2].map(() => visitor.call('deleteUser', { path: { userId }, body: deletion })),
    )
    // The other answer is the same success, or 401 because the session has ended.
    expect(deleted.map(({ status }) => status)).toContain('fulfilled')
    expect(otherErrors(deleted)).toEqual([])
    expect(await app.mails('gone@site.test')).toHaveLength(before.length + 1)
  })
})

describe('a mail link that is opened again', () => {
  it('works on a double click and is used up on another device later (T38)', async () => {
    const Uid = await registerPlayer(app, registerForm({ Username: 'Clicker' }))
    const click = () => app.visitor().call('confirmEmail', { body: { Uid } })
    await Promise.all([click(), click()])
    await app.visitor().logIn('Clicker', samplePassword)
    app.clock.advance(25 * 3600)
    const late = await app.visitor().refused('confirmEmail', { body: { Uid } })
    expect(late.items).toEqual(['ERROR_EMAIL_RECOVERY_NOTEXISTS@'])
  })

  it('works for the player after a scanner has fetched it (T39)', async () => {
    const Uid = await registerPlayer(app, registerForm({ Username: 'Scanned' }))
    const scanner = app.visitor()
    for (const method of ['HEAD', 'GET', 'GET', 'GET'] as const) {
      for (const url of [`/confirm-email?uid=${Uid}`, `/api/email/confirm?uid=${Uid}`]) {
        await scanner.send({ method, url, headers: { accept: 'text/html', 'x-api-key': '' } })
      }
    }
    const player = app.visitor()
    expect(await player.call('confirmEmail', { body: { Uid } })).toEqual({ Username: 'Scanned' })
    await player.logIn('Scanned', samplePassword)
  })
})

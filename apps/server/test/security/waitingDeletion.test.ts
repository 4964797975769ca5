import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doDueDeletions } from '../../src/accounts/deletion/waitingDeletions.ts'
import { doDueRecoveries } from '../../src/auth/account-protection/recoverByLink.ts'
import { enrolledPlayer, logInTwice } from '../fixtures/enrolled.ts'
import { exchange, gameDeployment, gameToken } from '../fixtures/games.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { acting, newestSafetyMail } from '../fixtures/safetyMails.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { arrival, newAccountId, registered } from '../fixtures/services.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/* A deletion that waits ends an account that nobody comes back to, and no other one. */

let standIns: StandIns
let app: TestApp
const day = 24 * 3600
const fresh = 'Owners8Password'

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    deployments: { local: { ...gameDeployment, deletionGraceDays: 14 } },
  })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const elsewhere = (last: number) => app.visitor('local', `198.51.100.${last}`)
const addressOf = (name: string) => `${name.toLowerCase()}@site.test`

const rowOf = (id: number) =>
  app.services.database.kysely
    .selectFrom('players')
    .select(['deletion_due_at', 'deleted_at', 'frozen_at'])
    .where('deployment', '=', 'local')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function askForDeletion(visitor: TestVisitor, name: string, Password = samplePassword) {
  const { Id_User: userId } = await visitor.readToken()
  const body = { Password, Email: addressOf(name), Id_DeletionType: null, DeletionReason: '' }
  await visitor.call('deleteUser', { path: { userId }, body })
  expect((await rowOf(userId)).deletion_due_at).not.toBeNull()
  return userId
}

/** Goes on to a day after the deletion's moment. */
async function pass(days: number) {
  app.clock.advance(days * day)
  await Promise.all([doDueDeletions(app.services), doDueDeletions(app.services)])
}

/** The mails that say so. */
const cancelled = async (name: string) =>
  (await app.mails(addressOf(name))).filter(({ subject }) => subject.endsWith(' stays')).length

describe('a deletion that waits is cancelled', () => {
  it('by a game that signs its player in', async () => {
    const id = newAccountId('epic-games')
    const visitor = elsewhere(1)
    await registered(visitor, await arrival(visitor, 'epic-games', id), 'Gamer')
    const Uid = await linkToken(app, addressOf('Gamer'))
    await app.visitor().call('confirmEmail', { body: { Uid } })
    const userId = await askForDeletion(visitor, 'Gamer', '')
    const token = await gameToken(standIns, 'epic-games', id)
    expect((await exchange(app, 'epic-games', token)).status).toBe(200)
    expect((await rowOf(userId)).deletion_due_at).toBeNull()
    expect(await cancelled('Gamer')).toBe(1)
    await pass(15)
    expect((await rowOf(userId)).deleted_at).toBeNull()
  })

  it('by its owner who opens the account that a freeze kept, long after the moment', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Opener' }))
    const userId = await askForDeletion(visitor, 'Opener')
    const mail = await newestSafetyMail(app, addressOf('Opener'), /deletion|deleted/i)
    await elsewhere(7).call('actOnSafetyLink', acting(mail, { Act: 'freeze' }))
    await pass(20)
    expect(await rowOf(userId)).toMatchObject({ deleted_at: null, frozen_at: expect.any(Date) })
    const opening = await newestSafetyMail(app, addressOf('Opener'), /frozen/)
    const given = { Act: 'unfreeze', Password: fresh, Confirm: fresh } as const
    const opened = await elsewhere(7).call('actOnSafetyLink', acting(opening, given))
    expect(opened.Created).toBeUndefined()
    await pass(1)
    expect(await rowOf(userId)).toMatchObject({ deleted_at: null, frozen_at: null })
    await elsewhere(7).logIn('Opener', fresh)
  })

  it('by the end of a recovery, whose player logs in afterwards', async () => {
    const player = await enrolledPlayer(app, 'Loser')
    app.clock.advance(20 * day)
    await logInTwice(app, player.visitor, player)
    const userId = await askForDeletion(player.visitor, 'Loser')
    const body = { UsernameOrEmail: 'Loser', For: 'recover' } as const
    await elsewhere(9).call('askSafetyLink', { body })
    const mail = await newestSafetyMail(app, addressOf('Loser'), /Get back into/)
    await elsewhere(7).call('addRecoveryProof', {
      body: { Link: mail.link, Number: mail.number, Password: samplePassword },
    })
    await pass(13)
    await doDueRecoveries(app.services)
    const last = await newestSafetyMail(app, addressOf('Loser'), /can get back/)
    const given = { Act: 'finish', Password: fresh, Confirm: fresh } as const
    await elsewhere(7).call('actOnSafetyLink', acting(last, given))
    await pass(2)
    expect((await rowOf(userId)).deleted_at).toBeNull()
    await elsewhere(7).logIn('Loser', fresh)
  })
})

describe('a deletion that waits', () => {
  it('is done once by two servers, and keeps name and address until then', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Goer' }))
    const userId = await askForDeletion(visitor, 'Goer')
    const again = registerForm({ Username: 'Goer' })
    const { items } = await elsewhere(3).refused('registerNewUser', { body: again })
    expect(items).toContain('ERROR_USERNAME_EXIST@Username')
    await pass(15)
    expect((await rowOf(userId)).deleted_at).not.toBeNull()
    const done = await app.services.database.kysely.selectFrom('deletions').selectAll().execute()
    expect(done.filter(({ deployment }) => deployment === 'local')).toHaveLength(1)
    await signedInPlayer(app, again)
  })

  it('goes on while its sessions, which have ended, are refreshed', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Idler' }))
    const { identity } = visitor
    const userId = await askForDeletion(visitor, 'Idler')
    expect((await visitor.refused('readToken', { path: { identity } })).status).toBe(404)
    expect((await rowOf(userId)).deletion_due_at).not.toBeNull()
  })
})

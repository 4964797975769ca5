import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { InputOf } from '@gatehouse/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../platform/config/settings.ts'
import { everyRow } from '../../../test/fixtures/samples/everyRow.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { solveProof } from '../../../test/fixtures/solveProof.ts'
import { type DeploymentName, startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { sandbox: { EnableDeletionSection: false } } })
})
afterAll(() => app.close())

const notAllowed = { status: 400, items: ['ERROR_NOT_ALLOWED@'] }
const wrongPassword = { status: 400, items: ['ERROR_USERNAME_PASSWORD_INCORRECT@Password'] }

async function newPlayer(Username: string, deployment: DeploymentName = 'local') {
  const visitor = await signedInPlayer(app, registerForm({ Username }), deployment)
  const { Id_User: userId } = await visitor.readToken()
  return { visitor, userId }
}

function deletion(
  { userId }: { readonly userId: number },
  Username: string,
  given: Partial<InputOf<'deleteUser'>['body']> = {},
): InputOf<'deleteUser'> {
  return {
    path: { userId },
    body: {
      Password: samplePassword,
      Email: `${Username.toLowerCase()}@site.test`,
      Id_DeletionType: null,
      DeletionReason: '',
      ...given,
    },
  }
}

const deletions = () => app.services.database.kysely.selectFrom('deletions').selectAll().execute()

describe('a deletion', () => {
  it('offers a list of reasons (AT-DEL-01, R-7.10-1)', async () => {
    const { visitor } = await newPlayer('Reader')
    const { DeletionTypes } = await visitor.call('listDeletionTypes', {})
    expect(DeletionTypes).toHaveLength(4)
    expect(DeletionTypes.filter((type) => type.IsOther)).toEqual([
      { Id: 4, Description: 'Another reason', IsOther: true },
    ])
  })

  it.each(['local', 'two-point-studios'] as const)(
    'in %s ends the sessions at once and frees name and address (AT-DEL-09, R-7.10-2)',
    async (deployment) => {
      const ada = await newPlayer('Ada', deployment)
      const elsewhere = app.visitor(deployment)
      await elsewhere.logIn('Ada', samplePassword)
      expect(await ada.visitor.call('deleteUser', deletion(ada, 'Ada'))).toEqual({})

      expect(ada.visitor.jar.has('sso_session')).toBe(false)
      for (const visitor of [ada.visitor, elsewhere]) {
        expect(await visitor.refused('listConnections', {})).toEqual({ status: 401, items: [] })
        const identity = { path: { identity: visitor.identity } }
        expect(await visitor.refused('readToken', identity)).toEqual({ status: 404, items: [] })
      }
      const again = logInForm({ UsernameOrEmail: 'Ada', Password: samplePassword })
      expect(await app.visitor(deployment).refused('logIn', { body: again })).toEqual({
        status: 400,
        items: ['ERROR_USER_UNKNOWN@UsernameOrEmail'],
      })

      // Mails that wait together go out in any order, so the farewell leaves first.
      await app.mails()
      const reborn = await newPlayer('Ada', deployment)
      expect(reborn.userId).not.toBe(ada.userId)
      const query = { include: 'Block' }
      const path = { userId: reborn.userId }
      expect(await reborn.visitor.call('readProfile', { path, query })).toMatchObject({
        Titles: '',
        IsCookiePopupSeen: false,
        Blocks: [],
      })
    },
  )

  it('leaves address, name and linked accounts nowhere in the database (M03)', async () => {
    const mia = await newPlayer('Miawashere')
    const ned = await newPlayer('Ned')
    const { kysely } = app.services.database
    await livelyPast(mia, ned)
    const traces = /miawashere|7656119999|MiaOnSteam/i
    expect(await everyRow(kysely)).toMatch(traces)
    // A player with the same address in another deployment, whose mail is still in the outbox.
    await app.visitor('prod').call('registerNewUser', {
      body: registerForm({ Username: 'Neighbour', Email: 'miawashere@site.test' }),
    })

    await mia.visitor.call(
      'deleteUser',
      deletion(mia, 'Miawashere', {
        Id_DeletionType: 4,
        DeletionReason: `miawashere (MiaWasHere@site.test, 7656119999${mia.userId}) is tired of <b>it</b>`,
      }),
    )
    const left = (await everyRow(kysely)).split('\n').filter((row) => !row.includes('(prod,'))
    expect(left.filter((row) => traces.test(row))).toEqual([])
    const journal = await kysely
      .selectFrom('consents')
      .select('ip')
      .where('player_id', '=', mia.userId)
      .execute()
    expect(journal.length).toBeGreaterThan(3)
    expect(journal.filter(({ ip }) => ip !== '')).toEqual([])
    expect((await deletions()).at(-1)).toMatchObject({
      deletion_type_id: 4,
      reason: '… (…, …) is tired of <b>it</b>',
    })

    const mails = await app.mails('miawashere@site.test')
    expect(
      mails
        .slice(-2)
        .map((mail) => mail.subject)
        .toSorted(),
    ).toEqual(['Confirm your Gatehouse account', 'Your Gatehouse Local account was deleted'])
    expect(await everyRow(kysely)).not.toMatch(/7656119999|MiaOnSteam/)
  })

  it('removes every row of a player except the consent journal, the deletion event and the number in the erasure log', async () => {
    const { rows } = await tablesOfPlayers()
    const { visitor, userId } = await newPlayer('Lea')
    const eve = await newPlayer('Eve')
    await livelyPast({ visitor, userId }, eve)
    await visitor.call('deleteUser', deletion({ userId }, 'Lea'))
    // The farewell and the events of the deletion are on their way for a moment.
    await app.mails()
    const keeping: string[] = []
    for (const { table_name: table } of rows) {
      const left = await app.services.database.kysely
        .selectFrom(table as 'consents')
        .select('player_id')
        .where('player_id', '=', userId)
        .execute()
      if (left.length > 0) keeping.push(table)
    }
    // Clients get notice of the deletion: events stay for a while, emptied (see
    // accountEvents.test.ts). The erasure log reads withdrawals, which hold ids and moments alone.
    expect(keeping.toSorted()).toEqual(['account_events', 'consents', 'erasure_records'])
    expect(rows.map((row) => row.table_name)).toContain('surveys')
    const blocking = await app.services.database.kysely
      .selectFrom('blocks')
      .select('player_id')
      .where('blocked_id', '=', userId)
      .execute()
    expect(blocking).toEqual([])
  })

  it('drops the waiting mails to the address', async () => {
    const uma = await newPlayer('Uma')
    await app.mails()
    await app.visitor().call('sendConfirmationEmail', { body: { Email: 'uma@site.test' } })
    const before = (await app.mails('uma@site.test')).length
    await inTransaction(app.services.database.kysely, (transaction) =>
      app.services.outbox.post(transaction, { deployment: 'local', playerId: 1 }, 'Uma@Site.Test', {
        subject: 'Late',
        text: '',
        html: '',
      }),
    )
    await uma.visitor.call('deleteUser', deletion(uma, 'Uma'))
    const subjects = (await app.mails('uma@site.test')).slice(before).map((mail) => mail.subject)
    expect(subjects).toEqual(['Your Gatehouse Local account was deleted'])
    expect(await app.mails('Uma@Site.Test')).toEqual([])
  })

  it('drops the waiting mails to an earlier address, but not those of another player', async () => {
    const una = await newPlayer('Una')
    const Email = 'una.new@site.test'
    const change = { path: { userId: una.userId }, body: { Email, ConfirmEmail: Email } }
    await una.visitor.call('updateEmail', change)
    const uid = await linkToken(app, Email)
    await app.visitor().call('confirmEmailUpdate', { query: { uid } })
    const before = (await app.mails('una@site.test')).length
    const other = await newPlayer('Other')
    await inTransaction(app.services.database.kysely, async (transaction) => {
      for (const [playerId, subject] of [
        [una.userId, 'of the player'],
        [0, 'of nobody'],
        [other.userId, 'of another'],
      ] as const) {
        const content = { subject, text: '', html: '' }
        const owner = { deployment: 'local', playerId }
        // oxlint-disable-next-line no-await-in-loop -- one transaction does one thing at a time
        await app.services.outbox.postLater(transaction, owner, 'Una@site.test', content)
      }
    })
    await una.visitor.call('deleteUser', deletion(una, 'Una', { Email }))
    const left = [
      ...(await app.mails('una@site.test')).slice(before),
      ...(await app.mails('Una@site.test')),
    ]
    expect(left.map(({ subject }) => subject)).toEqual(['of another'])
  })

  it('happens once for two clicks at the same moment', async () => {
    const before = (await deletions()).length
    const dot = await newPlayer('Dot')
    await Promise.allSettled([
      dot.visitor.call('deleteUser', deletion(dot, 'Dot')),
      dot.visitor.call('deleteUser', deletion(dot, 'Dot')),
    ])
    expect(await deletions()).toHaveLength(before + 1)
    const farewells = await app.mails('dot@site.test')
    expect(farewells.filter((mail) => mail.subject.includes('deleted'))).toHaveLength(1)
  })
})

describe('a deletion', () => {
  it('is refused for a wrong or missing password, and the account stays (AT-API-15, E11)', async () => {
    const sam = await newPlayer('Sam')
    for (const Password of ['wrong-1', '', `${samplePassword} `]) {
      const asked = deletion(sam, 'Sam', { Password })
      expect(await sam.visitor.refused('deleteUser', asked)).toEqual(wrongPassword)
    }
    await app.visitor().logIn('Sam', samplePassword)
  })

  it('waits for a proof of work after six wrong passwords at any call (B04)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Tom' }))
    const home = app.visitor()
    const { Id_User: userId } = await home.logIn('Tom', samplePassword)
    const tom = { userId }
    // A known browser and a known address would each have ten wrong passwords.
    const visitor = app.visitor('local', '198.51.100.8')
    for (const [name, value] of home.jar) visitor.jar.set(name, value)
    visitor.jar.delete('sso_browser')
    visitor.bearer = home.bearer
    const body = logInForm({ UsernameOrEmail: 'Tom', Password: 'wrong-1' })
    for (let count = 0; count < limits.wrongPasswords.max / 2; count += 1) {
      await visitor.refused('logIn', { body })
      const asked = deletion(tom, 'Tom', { Password: 'wrong-1' })
      expect(await visitor.refused('deleteUser', asked)).toEqual(wrongPassword)
    }
    expect(await visitor.refused('deleteUser', deletion(tom, 'Tom'))).toEqual({
      status: 400,
      items: ['ERROR_TOO_MANY_ATTEMPTS@'],
    })
    const { seconds, options } = await solveProof(visitor)
    app.clock.advance(seconds)
    expect(await visitor.call('deleteUser', deletion(tom, 'Tom'), options)).toEqual({})
  })

  it.each([
    [
      'an address that is not the own one',
      { Email: 'other@site.test' },
      'ERROR_EMAIL_UNKNOWN@Email',
    ],
    ['a type that is not offered', { Id_DeletionType: 77 }, 'INVALID_REQUEST@Id_DeletionType'],
    ['a type beyond every table', { Id_DeletionType: 2 ** 40 }, 'INVALID_REQUEST@Id_DeletionType'],
    [
      'another reason without one',
      { Id_DeletionType: 4, DeletionReason: ' ' },
      'INVALID_REQUEST@DeletionReason',
    ],
    [
      'a reason of 1,001 characters',
      { Id_DeletionType: 4, DeletionReason: 'x'.repeat(1001) },
      'INVALID_REQUEST@DeletionReason',
    ],
  ])('is refused for %s (E13)', async (name, given, item) => {
    const username = `Kim${name.length}${item.length}`
    const kim = await newPlayer(username)
    expect(await kim.visitor.refused('deleteUser', deletion(kim, username, given))).toEqual({
      status: 400,
      items: [item],
    })
    await kim.visitor.call('listConnections', {})
  })

  it('answers all of its errors at once', async () => {
    const lou = await newPlayer('Lou')
    const asked = deletion(lou, 'Lou', { Email: 'x@site.test', Id_DeletionType: 77 })
    const { items } = await lou.visitor.refused('deleteUser', asked)
    expect(items.toSorted()).toEqual([
      'ERROR_EMAIL_UNKNOWN@Email',
      'INVALID_REQUEST@Id_DeletionType',
    ])
  })

  it('is refused for another player’s account, and where the section is off (R-6.1-9)', async () => {
    const mal = await newPlayer('Mal')
    const vic = await newPlayer('Vic')
    const foreign = { ...deletion(mal, 'Mal'), path: { userId: vic.userId } }
    expect(await mal.visitor.refused('deleteUser', foreign)).toEqual(notAllowed)
    const off = await newPlayer('Off', 'sandbox')
    expect(await off.visitor.refused('deleteUser', deletion(off, 'Off'))).toEqual(notAllowed)
    expect(await off.visitor.refused('listDeletionTypes', {})).toEqual(notAllowed)
  })

  it('drops a reason that its type does not ask for', async () => {
    const pat = await newPlayer('Pat')
    const asked = { Id_DeletionType: 1, DeletionReason: 'because' }
    await pat.visitor.call('deleteUser', deletion(pat, 'Pat', asked))
    expect((await deletions()).at(-1)).toMatchObject({ deletion_type_id: 1, reason: null })
  })
})

/** Adds a row to every table with data of a player. */
async function livelyPast(
  player: { visitor: TestVisitor; userId: number },
  other: { userId: number },
) {
  const { kysely } = app.services.database
  const path = { userId: player.userId }
  await player.visitor.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: true } })
  await player.visitor.call('acceptAllCookies', { path, body: { IsAllReject: false } })
  const own = { deployment: 'local', player_id: player.userId }
  const now = app.clock.now()
  await kysely
    .insertInto('blocks')
    .values([
      { ...own, blocked_id: other.userId, created_at: now },
      { deployment: 'local', player_id: other.userId, blocked_id: player.userId, created_at: now },
    ])
    .execute()
  await kysely
    .insertInto('connections')
    .values({
      ...own,
      canonical_name: 'steam',
      account_id: `7656119999${player.userId}`,
      account_name: 'MiaOnSteam',
      avatar: 'https://avatars.test/MiaOnSteam.png',
      last_check: now,
      linked_at: now,
    })
    .execute()
  await kysely
    .insertInto('surveys')
    .values({
      ...own,
      answers: '{"Influencers":"MiaOnSteam"}',
      steam_id: `7656119999${player.userId}`,
      sent_at: now,
      updated_at: now,
    })
    .execute()
  await kysely
    .insertInto('badges')
    .values({ ...own, badge: 'any', at: now })
    .execute()
  await kysely
    .insertInto('unique_values')
    .values({
      ...own,
      kind: 'username',
      value: `miawashere${player.userId}`,
      until: now,
      created_at: now,
    })
    .execute()
  await kysely
    .insertInto('email_changes')
    .values({
      ...own,
      old_email: 'old.miawashere@site.test',
      old_email_key: 'old.miawashere@site.test',
      new_email: 'new.miawashere@site.test',
      new_email_key: 'new.miawashere@site.test',
      confirm_hash: Buffer.from(`confirm ${player.userId}`),
      undo_hash: Buffer.from(`undo ${player.userId}`),
      asked_at: now,
      confirm_until: now,
      undo_until: now,
    })
    .execute()
  await kysely
    .updateTable('players')
    .set({ firstname: 'Miawashere', lastname: 'Byron', titles: 'MiaOnSteam' })
    .where('id', '=', player.userId)
    .execute()
}

function tablesOfPlayers() {
  return sql<{ table_name: string }>`select table_name from information_schema.columns
    where column_name = 'player_id' and table_schema = 'public'`.execute(
    app.services.database.kysely,
  )
}

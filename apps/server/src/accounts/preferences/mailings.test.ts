import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { runsOf, runWaiting } from '../../../test/fixtures/runWaiting.ts'
import { addManySubscribers } from '../../../test/fixtures/samples/manySubscribers.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { subscriber } from '../../../test/fixtures/samples/subscriber.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const send = ({ deployment = 'local', list = 1, subject = 'What is new' } = {}) =>
  gatehouse(
    app,
    `newsletters mailing ${list} --deployment ${deployment} --subject "${subject}" --text - --why news`,
    { input: 'Much.\n\nAnd\nmore.' },
  )

const recipients = async (subject: string) =>
  (await app.mails()).filter((mail) => mail.subject === subject).map((mail) => mail.to)

describe('a mailing', () => {
  it('goes to the subscribers who may get it, each with their own link (R-1.3-11)', async () => {
    await subscriber(app, 'Ann')
    await subscriber(app, 'Bob')
    const cheat = await subscriber(app, 'Cheat')
    await app.services.database.kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('id', '=', (await cheat.readToken()).Id_User)
      .execute()
    const former = await subscriber(app, 'Former')
    await former.call('optInUser', { body: { ListId: 1, IsOptIn: false, IsG2GOptIn: false } })
    await signedInPlayer(app, registerForm({ Username: 'Never' }))

    expect((await send()).output).toContain('The mailing to newsletter list 1 is on its way.')
    const mails = (await app.mails()).filter((mail) => mail.subject === 'What is new')
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(['ann@site.test', 'bob@site.test'])
    expect(new Set(mails.map((mail) => mail.subscription?.unsubscribeUrl)).size).toBe(2)
    expect(mails[0]?.text).toContain('Much.\n\nAnd more.')
    expect(mails[0]?.text).toMatch(/http:\/\/localhost:4000\/unsubscribe\?t=[\w.-]+\n/)
    expect(mails[0]?.html).toMatch(/href="http:\/\/localhost:4000\/unsubscribe\?t=[\w.-]+"/)
    expect(app.logged.join('')).toMatch(/"event":"mailing.posted".*"count":2/)
  })

  it('that is interrupted and posted again goes to each subscriber once', async () => {
    const { jobs } = app.services
    const posted: [object, string][] = []
    const watched = new Map(runsOf(jobs))
    watched.set('mailing-parts', async (part, id) => {
      posted.push([part, id])
      await runsOf(jobs).get('mailing-parts')?.(part, id)
    })
    await send({ subject: 'Once' })
    await runWaiting(jobs, 'mails', watched)
    const [[part, id] = [{}, '']] = posted
    await expect(runsOf(jobs).get('mailing-parts')?.(part as never, id)).rejects.toThrow(
      'Another server has posted this part.',
    )
    expect(await recipients('Once')).toHaveLength(2)
  })

  it('to more subscribers than one part has reaches all of them', async () => {
    await addManySubscribers(app.services.database.kysely, 600)
    await send({ subject: 'To many' })
    const reached = await recipients('To many')
    expect(reached).toHaveLength(602)
    expect(new Set(reached).size).toBe(602)
  })

  it('ends with the list that it goes to', async () => {
    await send({ subject: 'Too late' })
    const { errors } = await gatehouse(
      app,
      'newsletters change 1 --active no --deployment local --why end',
    )
    expect(errors).toBe('')
    expect(await recipients('Too late')).toEqual([])
    await gatehouse(app, 'newsletters change 1 --active yes --deployment local --why again')
  })

  it.each([
    [{ deployment: 'nowhere' }, /no deployment nowhere, but local, /],
    [{ list: 9 }, /no active newsletter list 9/],
  ])('is refused for %j', async (given, message) => {
    const { exitCode, errors } = await send(given)
    expect(exitCode).toBe(1)
    expect(errors).toMatch(message)
  })
})

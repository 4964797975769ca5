import { type Cell, type Figure, putTogether } from '@gatehouse/contract/acts/figureActs'
import type { SurveyAnswers } from '@gatehouse/contract/survey'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { insertPlayerRows } from '../../../database/accounts/players.ts'
import { writeLedger } from '../../../database/auth/ledger.ts'
import { keepRefusedLogIn } from '../../../database/auth/refusedLogIns.ts'
import { keepSurvey } from '../../../database/preferences/surveys.ts'

let app: TestApp

const answered: SurveyAnswers = {
  Age: 4,
  Gender: 3,
  Country: 'France',
  DevType: 6,
  FavoriteFeatures: ['Help'],
  SocialNetworks: ['Discord'],
  OtherSocialNetworks: 'Mastodon',
  Gameinformationources: ['Wikis'],
  OtherGameinformationources: '',
  HasInfluencers: true,
  Influencers: 'Guybrush the streamer',
  GamingWebsites: ['IGN'],
  OtherGamingWebsites: '',
  Reviews_GamingWebsite: 1,
  Reviews_Influencers: 2,
  Reviews_Steam: 4,
  HasOtherStudios: false,
  OtherStudios: '',
  AdditionnalMessage: '',
}

interface Texts {
  readonly texts: readonly { readonly no: number; readonly text: string; readonly day: string }[]
  readonly next: string | null
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const requester = { ip: '203.0.113.7', userAgent: 'Firefox' }
const day = 86_400_000
const ago = (days: number) => new Date(app.clock.now().getTime() - days * day)
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Players who signed up on a day of January. */
const signedUp = (day: string, count: number) =>
  numbers(count).map((at) => ({
    deployment: 'sandbox',
    id: Number(`${day.slice(-2)}${at}`),
    username: `At${day}${at}`,
    username_key: `at${day}${at}`,
    email: `at${day}${at}@site.test`,
    email_key: `at${day}${at}@site.test`,
    auth_type: 1 as const,
    created_at: new Date(`2026-01-${day}T12:00:00Z`),
    confirmed_at: new Date(`2026-01-${day}T13:00:00Z`),
  }))

beforeAll(async () => {
  app = await startApp()
  const { kysely } = app.services.database
  const players = numbers(12).map((id) => ({
    deployment: 'local',
    id,
    username: `Player${id}`,
    username_key: `player${id}`,
    email: `player${id}@site.test`,
    email_key: `player${id}@site.test`,
    auth_type: 1 as const,
    created_at: ago(id <= 7 ? 3 : 2),
    confirmed_at: id <= 5 || id > 7 ? ago(2) : null,
    language: id === 1 ? 'de' : null,
  }))
  const elsewhere = players.map((player) => ({ ...player, deployment: 'prod' }))
  await insertPlayerRows(kysely, [...players, ...elsewhere])
  for (const playerId of numbers(11)) {
    const Methods = playerId <= 6 ? (['pwd'] as const) : (['pk'] as const)
    const shown = { Methods, IsNewBrowser: false }
    const entry = { deployment: 'local', playerId, at: ago(1), actor: 'player' as const, requester }
    await writeLedger(kysely, { ...entry, act: 'signed-in', shown })
    const How = playerId <= 6 ? 'recovered' : 'changed'
    await writeLedger(kysely, { ...entry, act: 'password-set', shown: { How } })
    const reason = playerId <= 4 ? 'ERROR_BANNED' : 'ERROR_WRONG_PASSWORD'
    const refused = { deployment: 'local', playerId, reason, at: ago(1), requester }
    await keepRefusedLogIn(kysely, refused)
    const answers = { ...answered, Age: playerId <= 4 ? 1 : 2, SocialNetworks: ['Discord'] }
    const survey = { playerId, steamId: '1', answers }
    await keepSurvey(kysely, 'local', survey, app.clock.now())
  }
  const reasons = [1, 1, 1, 1, 2, 2, 2, 2, 2]
  await kysely
    .insertInto('deletions')
    .values(reasons.map((type) => deletionOf('local', type)))
    .execute()
})
afterAll(() => app.close())

function deletionOf(deployment: string, type: number) {
  return { deployment, deletion_type_id: type, reason: null, at: app.clock.now() }
}

async function figures(line: string): Promise<readonly Figure[]> {
  return (await jsonOutputOf(app, `${line} --deployment local`)) as Figure[]
}

async function cellsOf(figure: string, line = 'figures show'): Promise<readonly Cell[]> {
  const found = (await figures(line)).find((each) => each.figure === figure)
  return found?.cells ?? []
}

async function texts(line: string): Promise<Texts> {
  return (await jsonOutputOf(app, `${line} --deployment local`)) as Texts
}

async function refusal(span: string): Promise<string> {
  return (await gatehouse(app, `figures show ${span} --deployment local`)).errors
}

describe('figures', () => {
  it('hide a count under five, and show five (AT-CON2-44)', async () => {
    const types = (await jsonOutputOf(app, 'deletion-types list --deployment local')) as {
      description: string
    }[]
    const [first, second] = types.map(({ description }) => description)
    const period = dayOf(app.clock.now()).slice(0, 7)
    const shown = await figures('deletion-types statistics')
    expect(shown.map(({ figure }) => figure)).toEqual(['deletions'])
    expect(shown[0]?.cells).toEqual(
      expect.arrayContaining([
        { period, part: first, count: null },
        { period, part: second, count: 5 },
      ]),
    )
    const { output } = await gatehouse(app, 'deletion-types statistics --deployment local')
    expect(output).toMatch(/ < 5\n/)
  })

  it('count sign-ups by their day, and put together those of whom few are not confirmed', async () => {
    expect(await cellsOf('sign-ups')).toEqual([
      { period: dayOf(ago(3)), part: putTogether, count: 7 },
      { period: dayOf(ago(2)), part: 'confirmed', count: 5 },
    ])
  })

  it('count log-ins by their way, and recoveries without other changes of a password', async () => {
    const period = dayOf(ago(1))
    expect(await cellsOf('log-ins')).toEqual([
      { period, part: 'passkey', count: 5 },
      { period, part: 'password', count: 6 },
    ])
    expect(await cellsOf('second steps')).toEqual([
      { period, part: 'passkey alone', count: 5 },
      { period, part: 'password alone', count: 6 },
    ])
    expect(await cellsOf('recoveries')).toEqual([{ period, part: 'password recovered', count: 6 }])
  })

  it('are one alone where one is asked for, with the same counts', async () => {
    const alone = await figures('figures show --figure log-ins')
    expect(alone.map(({ figure }) => figure)).toEqual(['log-ins'])
    expect(alone[0]?.cells).toEqual(await cellsOf('log-ins'))
  })

  it('count refused log-ins by their reason', async () => {
    expect(await cellsOf('refused log-ins')).toEqual([
      { period: dayOf(ago(1)), part: 'ERROR_BANNED', count: null },
      { period: dayOf(ago(1)), part: 'ERROR_WRONG_PASSWORD', count: 7 },
    ])
  })

  it('count each player once a day and once a month as active, by sessions', async () => {
    const visitors = numbers(5).map(() => app.visitor('staging'))
    for (const [at, visitor] of visitors.entries()) {
      await signedInPlayer(app, registerForm({ Username: `Active${at}` }), 'staging')
      await visitor.logIn(`Active${at}`, samplePassword)
    }
    for (const by of ['day', 'month']) {
      const line = `figures show --by ${by} --deployment staging`
      const found = ((await jsonOutputOf(app, line)) as Figure[]).find(
        ({ figure }) => figure === 'active players',
      )
      const period = dayOf(app.clock.now()).slice(0, by === 'day' ? 10 : 7)
      expect(found?.cells).toEqual([{ period, part: 'players', count: 5 }])
    }
  })

  it('count languages and factors of the players of now', async () => {
    // Beside the figure of factors, which tells all, nine would tell that one speaks German.
    expect(await cellsOf('languages')).toEqual([{ period: null, part: putTogether, count: 10 }])
    expect(await cellsOf('factors')).toEqual([{ period: null, part: 'none', count: 10 }])
  })

  it('have whole periods alone, so that two looks do not differ by one player', async () => {
    const period = dayOf(ago(3))
    const line = `figures show --since ${period}T23:59:59Z --until ${period}T00:00:00Z`
    const cells = (await figures(line)).flatMap((figure) => figure.cells)
    expect(cells.filter((cell) => cell.period === period)).toEqual([
      { period, part: putTogether, count: 7 },
    ])
  })

  it('of a month are those of its days that are shown: no day follows from it, whatever time is asked for', async () => {
    const { kysely } = app.services.database
    await insertPlayerRows(kysely, [...signedUp('05', 6), ...signedUp('20', 2)])
    const shown = async (more: string) => {
      const line = `figures show ${more} --deployment sandbox`
      const found = (await jsonOutputOf(app, line)) as Figure[]
      return found.find(({ figure }) => figure === 'sign-ups')?.cells
    }
    const january = '--since 2026-01-01T00:00:00Z --until 2026-01-31T00:00:00Z'
    expect(await shown(january)).toEqual([
      { period: '2026-01-05', part: 'confirmed', count: 6 },
      { period: '2026-01-20', part: putTogether, count: null },
    ])
    const month = '2026-01'
    expect(await shown('--by month')).toEqual([
      { period: month, part: 'confirmed', count: 6 },
      { period: month, part: putTogether, count: null, isPartial: true },
    ])
    const { output } = await gatehouse(app, 'figures show --by month --deployment sandbox')
    expect(output).toMatch(/sign-ups +2026-01 +put together +< 5 a day\n/)
    for (const first of ['04', '05', '06', '19', '20', '21']) {
      for (const by of ['day', 'month']) {
        const span = `--by ${by} --since 2026-01-${first}T00:00:00Z --until 2026-01-21T00:00:00Z`
        const counts = (await shown(span))?.map(({ count }) => count)
        expect([6, null]).toEqual(expect.arrayContaining(counts ?? []))
      }
    }
  })

  it('of active players count in a month who used a day that is shown', async () => {
    const { kysely } = app.services.database
    const names = numbers(9).map((at) => `Guest${at}`)
    for (const name of names)
      await signedInPlayer(app, registerForm({ Username: name }), 'avalanche')
    const moved = (count: number, to: Date) =>
      sql`update sessions set created_at = ${to}, seen_at = ${to}, expires_at = ${to}::timestamptz
        + (expires_at - created_at) where deployment = 'avalanche' and player_id in (
          select id from players where deployment = 'avalanche' order by id limit ${count})`.execute(
        kysely,
      )
    await moved(9, new Date('2026-02-20T12:00:00Z'))
    await moved(4, new Date('2026-02-22T12:00:00Z'))
    const active = async (by: string) => {
      const line = `figures show --by ${by} --deployment avalanche`
      const found = (await jsonOutputOf(app, line)) as Figure[]
      return found.find(({ figure }) => figure === 'active players')?.cells
    }
    expect(await active('day')).toEqual([
      { period: '2026-02-20', part: 'players', count: 5 },
      { period: '2026-02-22', part: 'players', count: null },
    ])
    expect(await active('month')).toEqual([
      { period: '2026-02', part: 'players', count: 5, isPartial: true },
    ])
  })

  it('of log-ins and of their second steps are made of the same counts', async () => {
    const { kysely } = app.services.database
    const at = new Date('2026-02-10T12:00:00Z')
    const entry = { deployment: 'relic', at, actor: 'player' as const, requester }
    const ways = [
      ...numbers(6).map(() => ['pwd'] as const),
      ...numbers(3).map(() => ['pwd', 'otp'] as const),
      ...numbers(8).map(() => ['pk'] as const),
    ]
    for (const [playerId, Methods] of ways.entries()) {
      const shown = { Methods, IsNewBrowser: false }
      await writeLedger(kysely, { ...entry, playerId: playerId + 1, act: 'signed-in', shown })
    }
    const found = (await jsonOutputOf(app, 'figures show --deployment relic')) as Figure[]
    const of = (name: string) =>
      found.find(({ figure }) => figure === name)?.cells.map(({ part, count }) => [part, count])
    // Nine by password would tell that three had an app.
    expect(of('log-ins')).toEqual([
      ['passkey', 8],
      [putTogether, 9],
    ])
    expect(of('second steps')).toEqual([
      ['passkey alone', 8],
      [putTogether, 9],
    ])
  })

  it('of deletions are counted by whole months, whatever days are asked for', async () => {
    const { kysely } = app.services.database
    const rows = ['03', '04', '11', '12', '25'].map((day) => ({
      ...deletionOf('focus', 1),
      at: new Date(`2026-01-${day}T12:00:00Z`),
    }))
    await kysely.insertInto('deletions').values(rows).execute()
    for (const span of [
      '--by month',
      '--since 2026-01-20T00:00:00Z --until 2026-01-22T00:00:00Z',
    ]) {
      const line = `figures show ${span} --deployment focus`
      const found = (await jsonOutputOf(app, line)) as Figure[]
      const cells = found.find(({ figure }) => figure === 'deletions')?.cells
      expect(cells?.map(({ period, count }) => [period, count])).toEqual([['2026-01', 5]])
    }
  })

  it('refuse a time that is too long or ends before it begins', async () => {
    const [since, until] = ['--since 2020-01-01T00:00:00Z', '--until 2020-12-31T00:00:00Z']
    expect(await refusal(`${since} ${until}`)).toBe('A look has at most 92 days.\n')
    expect(await refusal(`${since} ${until} --by month`)).toBe('')
    expect(await refusal(until.replace('2020', '2019') + ` ${since}`)).toBe(
      'The time ends before it begins.\n',
    )
  })

  it('begin where rows of a table are kept', async () => {
    const since = ago(90).toISOString()
    const shown = await figures(`figures show --since ${since}`)
    const from = (name: string) => shown.find(({ figure }) => figure === name)?.from?.slice(0, 10)
    expect(from('sign-ups')).toBe(dayOf(ago(90)))
    expect(from('refused log-ins')).toBe(dayOf(ago(29)))
    expect(from('languages')).toBeUndefined()
  })
})

describe('results of the survey', () => {
  it('count each answer in words, and hide what fewer than five answered', async () => {
    const results = 'surveys results'
    expect(await cellsOf('Age', results)).toEqual([{ period: null, part: putTogether, count: 11 }])
    expect(await cellsOf('SocialNetworks', results)).toEqual([
      { period: null, part: 'Discord', count: 11 },
    ])
    expect(await cellsOf('HasInfluencers', results)).toEqual([
      { period: null, part: 'yes', count: 11 },
    ])
  })

  it('list no texts whose number would tell what few others answered', async () => {
    const { kysely } = app.services.database
    const answer = async (playerId: number, HasInfluencers: boolean) => {
      const answers = { ...answered, HasInfluencers }
      await keepSurvey(kysely, 'prod', { playerId, steamId: '1', answers }, app.clock.now())
    }
    const line = 'surveys texts --question Influencers --deployment prod'
    const listed = async () => ((await jsonOutputOf(app, line)) as Texts).texts.length
    for (const id of numbers(7)) await answer(id, true)
    expect(await listed()).toBe(7)
    for (const id of [8, 9]) await answer(id, false)
    // Nine answered the other questions, so seven texts are two without one.
    expect(await listed()).toBe(0)
    const results = (await jsonOutputOf(app, 'surveys results --deployment prod')) as Figure[]
    expect(results.find(({ figure }) => figure === 'HasInfluencers')?.cells).toEqual([
      { period: null, part: putTogether, count: 9 },
    ])
  })

  it('have no words that a player typed', async () => {
    const said = JSON.stringify(await figures('surveys results'))
    expect(said).not.toContain(answered.OtherSocialNetworks)
    expect(said).not.toContain(answered.Influencers)
  })
})

describe('texts of players', () => {
  it('are those of a question, by days, and hidden where they are fewer than five', async () => {
    const { texts: all, next } = await texts('surveys texts --question Influencers')
    expect(next).toBeNull()
    const text = answered.Influencers
    expect(all).toHaveLength(11)
    expect(all[0]).toEqual({ no: 1, day: dayOf(app.clock.now()), text, player: expect.any(Number) })
    expect(await texts('surveys texts')).toEqual({ texts: [], next: null })

    const leave = async (reason: string) => {
      const deletion = { ...deletionOf('local', 1), reason }
      await app.services.database.kysely.insertInto('deletions').values(deletion).execute()
    }
    for (const at of numbers(4)) await leave(`reason ${at}`)
    await leave('')
    for (const after of numbers(5).map((each) => each - 1)) {
      const page = await texts(`deletion-types texts --after ${after}`)
      expect(page).toEqual({ texts: [], next: null })
    }
    await leave('reason 5')
    const { texts: reasons } = await texts('deletion-types texts')
    expect(reasons.map((each) => each.text)).toEqual(numbers(5).map((at) => `reason ${at}`))
    expect(Object.keys(reasons[0] ?? {})).toEqual(['no', 'day', 'text'])
  })

  it('have pages, whose places name no player and no moment', async () => {
    const many = numbers(100).map((at) => ({ ...deletionOf('prod', 1), reason: `reason ${at}` }))
    await app.services.database.kysely.insertInto('deletions').values(many).execute()
    const page = async (after: string) =>
      (await jsonOutputOf(app, `deletion-types texts ${after} --deployment prod`)) as Texts
    const one = { ...deletionOf('prod', 1), reason: 'one more', at: ago(1) }
    await app.services.database.kysely.insertInto('deletions').values(one).execute()
    const first = await page('')
    expect([first.texts.length, first.next]).toEqual([100, '100'])
    const last = await page('--after 100')
    expect(last).toEqual({ texts: [{ no: 101, day: dayOf(ago(1)), text: 'one more' }], next: null })
    const whole = await page('--whole')
    expect([whole.texts.length, whole.next]).toEqual([101, null])
    const [entry] = (await jsonOutputOf(app, 'audit list --limit 1')) as object[]
    expect(entry).toMatchObject({ command: 'deletion-types texts', details: { texts: 101 } })
  })
})

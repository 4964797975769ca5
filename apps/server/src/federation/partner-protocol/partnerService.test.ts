import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type PartnerApp,
  startPartnerApp,
} from '../../../test/fixtures/partners/startPartnerApp.ts'
import {
  goThroughPartner,
  logInThroughPartner,
} from '../../../test/fixtures/partners/throughPartner.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp()
})
afterAll(() => app.close())
afterEach(() => app.standIns.reset('relic'))

const path = { partner: 'relic' }
const steam = { id: '76561198000000077', name: 'Known on Steam' }
const known = { id: '1001', email: 'known@relic.example', emailVerified: true, username: 'Known' }

async function knownPlayer(): Promise<TestVisitor> {
  const visitor = app.visitor('relic')
  await logInThroughPartner(visitor, '1001')
  return visitor
}

const items = async (refused: Promise<{ readonly items: readonly string[] }>) =>
  (await refused).items

const claim = (IdSteam: string) => ({ body: { IdSteam } })

/** A mail that the partner fails to send counts against the limit, too. */
async function askForMail() {
  const visitor = app.visitor('relic')
  const { Token } = await goThroughPartner(visitor, 'unverified@relic.example')
  await app.standIns.turn('relic', { validationFails: true })
  const input = { path, body: { Token: Token ?? '' } }
  return items(visitor.refused('resendPartnerValidation', input))
}

describe('Steam through the partner’s service', () => {
  it('is linked on the partner’s own page, on the host that the flag names (A-96, R-7.16-1)', async () => {
    const visitor = await knownPlayer()
    const url = await visitor.call('partnerSteamLinkUrl', { path, body: {} })
    const { service } = visitor.deployment.partners.get('relic') ?? {}
    expect(url.startsWith(service?.testUrl ?? '-')).toBe(true)
    expect(url).not.toContain('sample-relic-service-key')
  })

  it('is listed with the account that the partner has linked, or with none (R-7.16-5)', async () => {
    const visitor = await knownPlayer()
    expect(await visitor.call('partnerLinkedAccounts', { path })).toEqual({ IdSteam: null })
    await app.standIns.people('relic', [{ ...known, steam }])
    expect(await visitor.call('partnerLinkedAccounts', { path })).toEqual({ IdSteam: steam.id })
  })

  it('is linked by the partner’s answer, never by an id from the browser (P51, H04, R-8.2-3)', async () => {
    const visitor = await knownPlayer()
    expect(await items(visitor.refused('steamRelicCallback', claim(steam.id)))).toEqual([
      'Error on get linked relic.@',
    ])
    await app.standIns.people('relic', [{ ...known, steam }])
    const forged = [
      '76561198000000078',
      '7656119800000007',
      '765611980000000770',
      '12345678901234567',
    ]
    for (const id of [...forged, '', "'"]) {
      // oxlint-disable-next-line no-await-in-loop -- one forgery after the other
      expect(await items(visitor.refused('steamRelicCallback', claim(id)))).toEqual([
        'Error on callback relic steam link.@',
      ])
    }
    const connects = () => visitor.call('listConnections', {})
    expect((await connects()).some(({ IsLinked }) => IsLinked)).toBe(false)
    expect(await visitor.call('steamRelicCallback', claim(steam.id))).toEqual({
      AccountId: steam.id,
    })
    expect((await connects()).find(({ CanonicalName }) => CanonicalName === 'steam')).toMatchObject(
      { IsLinked: true, Id_Account: steam.id, ConnectName: 'Known on Steam' },
    )
  })

  it('is refused with its own message for each failure, never as an internal error (A-93)', async () => {
    const visitor = await knownPlayer()
    await app.standIns.turn('relic', { linkFails: true, linkedFails: true })
    expect(await items(visitor.refused('partnerSteamLinkUrl', { path, body: {} }))).toEqual([
      'Error on get auth relic steam.@',
    ])
    expect(await items(visitor.refused('partnerLinkedAccounts', { path }))).toEqual([
      'Error on get linked relic.@',
    ])
    const body = { IdSteam: steam.id }
    expect(await items(visitor.refused('steamRelicCallback', { body }))).toEqual([
      'Error on get linked relic.@',
    ])
  })

  it('is refused for another partner, and in deployments that link Steam themselves', async () => {
    const visitor = await knownPlayer()
    const other = { path: { partner: 'focus' } }
    const refused = ['ERROR_NOT_ALLOWED@']
    expect(await items(visitor.refused('partnerLinkedAccounts', other))).toEqual(refused)
    expect(await items(visitor.refused('partnerSteamLinkUrl', { ...other, body: {} }))).toEqual(
      refused,
    )
    const focus = app.visitor('focus')
    await logInThroughPartner(focus, '1001')
    expect(await items(focus.refused('partnerLinkedAccounts', other))).toEqual(refused)
    expect(await items(focus.refused('partnerSteamLinkUrl', { ...other, body: {} }))).toEqual(
      refused,
    )
    const body = { IdSteam: steam.id }
    expect(await items(focus.refused('steamRelicCallback', { body }))).toEqual(refused)
  })
})

describe('the mail that validates an address at the partner', () => {
  const notAuthorized = ['This request is not authorized.@']

  it('is sent once by the ticket of the callback, which stays valid after a failure (AT-PAR-15, R-7.16-4)', async () => {
    const visitor = app.visitor('relic')
    const { Token } = await goThroughPartner(visitor, 'unverified@relic.example')
    const input = { path, body: { Token: Token ?? '' } }
    await app.standIns.turn('relic', { validationFails: true })
    expect(await items(visitor.refused('resendPartnerValidation', input))).toEqual([
      'PARTNER_RESPONSE_ERROR@',
    ])
    await app.standIns.turn('relic', { validationFails: false })
    expect(await visitor.call('resendPartnerValidation', input)).toEqual({})
    expect(await items(visitor.refused('resendPartnerValidation', input))).toEqual(notAuthorized)
  })

  it('is refused to another browser, and for another ticket', async () => {
    const visitor = app.visitor('relic')
    const { Token } = await goThroughPartner(visitor, 'unverified@relic.example')
    const input = { path, body: { Token: Token ?? '' } }
    const thief = app.visitor('relic')
    expect(await items(thief.refused('resendPartnerValidation', input))).toEqual(notAuthorized)
    const proven = await goThroughPartner(thief, 'new@relic.example')
    const other = { path, body: { Token: proven.Token ?? '' } }
    expect(await items(thief.refused('resendPartnerValidation', other))).toEqual(notAuthorized)
    const elsewhere = app.visitor('focus')
    const focus = { ...input, path: { partner: 'focus' } }
    expect(await items(elsewhere.refused('resendPartnerValidation', focus))).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
    const asked = await app.standIns.requests('relic')
    expect(asked.filter(({ url }) => url.endsWith('/validation-email'))).toEqual([])
  })

  it('is refused to an address after five in an hour', async () => {
    const answers: (readonly string[])[] = []
    // oxlint-disable-next-line no-await-in-loop -- the count is of those before
    for (let count = 0; count < 6; count += 1) answers.push(await askForMail())
    expect(answers.at(-1)).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
  })
})

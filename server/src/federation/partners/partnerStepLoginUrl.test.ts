import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after } from '../../platform/clock.ts'
import { issueMailLink } from '../../database/accounts/mailLinks.ts'
import { findByUsername } from '../../database/accounts/players.ts'
import { samplePassword } from '../../../test/fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp } from '../../../test/fixtures/startApp.ts'
import {
  type PartnerApp,
  startPartnerApp,
} from '../../../test/fixtures/partners/startPartnerApp.ts'
import {
  comeBack,
  comeBackRefused,
  leaveForLogin,
  logInThroughPartner,
  visitPartner,
} from '../../../test/fixtures/partners/throughPartner.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: PartnerApp
let partnered: number

beforeAll(async () => {
  app = await startPartnerApp()
  const player = await findByUsername(app.services.database.kysely, 'local', 'Partnered')
  partnered = player?.id ?? 0
})
afterAll(() => app.close())

const notAuthorized = { status: 400, items: ['This request is not authorized.@'] }
const notAllowed = { status: 400, items: ['ERROR_NOT_ALLOWED@'] }
const expired = { status: 400, items: ['ERROR_TOKEN_USER_INVALID@'] }

/** What the portal sends of an identified player, and what somebody would send instead. */
const asking = (Id_User: number, redirectUrl = '') => ({
  query: { redirectUrl, clientId: 'community' },
  body: { Id_User, AuthPartner: 'Focus', Username: 'Victim', Email: 'victim@site.test' },
})

async function logInAsPartnered(visitor: TestVisitor): Promise<void> {
  const url = await visitor.call('partnerStepLoginUrl', asking(partnered))
  const { Created } = await comeBack(visitor, await visitPartner(url, '2001'))
  visitor.identity = Created ?? ''
  await visitor.readToken()
}

const tokens = async (visitor: TestVisitor) => {
  const { Value, Refresh } = await visitor.readToken()
  return { access_token: Value, refresh_token: Refresh, client_id: 'community' }
}

/** What the log-out of somebody who has logged in like this answers. */
async function cookieNameOf(name: DeploymentName, enter: (visitor: TestVisitor) => unknown) {
  const visitor = app.visitor(name)
  await enter(visitor)
  const { Id_User: userId } = await visitor.readToken()
  return (await visitor.call('logOut', { path: { userId }, body: {} })).CookieName
}

const asKnown = (visitor: TestVisitor) => logInThroughPartner(visitor, '1001')

describe('a partner’s player of a deployment with a log-in of its own', () => {
  it('R-7.6-6 A-73 is identified, logs in at the partner and comes back to where they wanted', async () => {
    const visitor = app.visitor('local')
    const body = { ClientId: '', RedirectUrl: '', UsernameOrEmail: 'Partnered', Token: '' }
    const identified = await visitor.call('identify', { body })
    expect(identified).toMatchObject({ AuthType: 2, AuthPartner: 'Relic', Id_User: partnered })
    const redirectUrl = 'https://www.site.test/play'
    const url = await visitor.call('partnerStepLoginUrl', asking(partnered, redirectUrl))
    const info = await comeBack(visitor, await visitPartner(url, '2001'))
    expect(info).toMatchObject({ CreateAccount: false, RedirectUrl: redirectUrl })
    visitor.identity = info.Created ?? ''
    expect((await visitor.readToken()).Id_User).toBe(partnered)
  })

  it('I08 the partner’s address says nothing of the payload, nor of the player', async () => {
    const visitor = app.visitor('local')
    const url = await visitor.call('partnerStepLoginUrl', asking(partnered))
    const { issuer = '' } = visitor.deployment.partners.get('relic') ?? {}
    expect(url.startsWith(`${issuer}/`)).toBe(true)
    expect(decodeURIComponent(url)).not.toMatch(/partnered|victim|example\.com|login_hint|focus/i)
    expect(new URL(url).searchParams.has('login_hint')).toBe(false)
  })

  it('refuses who has a password as it refuses nobody', async () => {
    const visitor = app.visitor('local')
    const own = await findByUsername(app.services.database.kysely, 'local', 'PlayerOne')
    for (const id of [own?.id ?? 0, 999_999]) {
      expect(await visitor.refused('partnerStepLoginUrl', asking(id))).toEqual({
        status: 400,
        items: ['ERROR_USER_NOT_EXISTS@'],
      })
    }
    const relic = app.visitor('relic')
    expect(await relic.refused('partnerStepLoginUrl', asking(partnered))).toEqual(notAllowed)
  })

  it('only the awaited player of the partner comes back: no other one, and nobody new', async () => {
    for (const other of ['1001', 'somebody@relic.example']) {
      const visitor = app.visitor('local')
      const url = await visitor.call('partnerStepLoginUrl', asking(partnered))
      expect(await comeBackRefused(visitor, await visitPartner(url, other))).toEqual(notAuthorized)
      expect(visitor.jar.has('sso_session')).toBe(false)
    }
    const { kysely } = app.services.database
    const strangers = kysely.selectFrom('players').selectAll()
    expect(await strangers.where('email_key', '=', 'somebody@relic.example').execute()).toEqual([])
  })

  it('I05 no local password opens, is mailed, or can be set', async () => {
    const visitor = app.visitor('local')
    const body = logInForm({ UsernameOrEmail: 'Partnered', Password: samplePassword })
    expect(await visitor.refused('logIn', { body })).toEqual(notAllowed)
    expect(
      await visitor.refused('logInUser', {
        path: { userId: partnered },
        body: { Password: samplePassword },
      }),
    ).toEqual(notAllowed)
    const email = 'partnered@example.com'
    expect(await visitor.refused('recoverPassword', { body: { email } })).toEqual(notAllowed)
    expect(await app.mails(email)).toEqual([])

    await logInAsPartnered(visitor)
    const form = { Password: samplePassword, ConfirmPassword: samplePassword }
    expect(await visitor.refused('resetPassword', { body: form })).toEqual(notAllowed)
    const own = { path: { userId: partnered }, body: { Password: samplePassword } }
    expect(await visitor.refused('validatePassword', own)).toEqual(notAllowed)

    // Even a link that should not exist sets none, and the table itself would refuse it.
    const { kysely } = app.services.database
    const now = app.clock.now()
    const owner = { playerId: partnered, email }
    const until = after(now, 60)
    const Token = await issueMailLink(kysely, 'local', 'password-recovery', owner, now, until)
    const recovery = { Token, Password: samplePassword, Confirm: samplePassword }
    const refused = await app.visitor('local').refused('validatePasswordRecovery', {
      body: recovery,
    })
    expect(refused.items).toEqual(['ERROR_SEGA_RESET_PASSWORD@'])
    const set = kysely
      .updateTable('players')
      .set({ password_hash: 'x' })
      .where('id', '=', partnered)
      .execute()
    await expect(set).rejects.toThrow('players_partner_without_password')
  })

  it('M-8 a new log-in at the partner proves anew', async () => {
    const visitor = app.visitor('local')
    await logInAsPartnered(visitor)
    app.clock.advance(lifetimes.reauthentication + 1)
    const path = { userId: partnered }
    const wrong = { Password: '', Email: 'x@site.test', Id_DeletionType: null, DeletionReason: '' }
    const deletion = { path, body: wrong }
    expect((await visitor.refused('deletePartnerUser', deletion)).items).toEqual([
      'ERROR_REAUTHENTICATION_REQUIRED@',
    ])
    await logInAsPartnered(visitor)
    expect((await visitor.refused('deletePartnerUser', deletion)).items).toEqual([
      'ERROR_EMAIL_UNKNOWN@Email',
    ])
  })

  it('R-7.5-4 a log-out names the cookie of the deployment’s partner, where it has one', async () => {
    expect(await cookieNameOf('relic', asKnown)).toBe('relic_sso')
    expect(await cookieNameOf('focus', asKnown)).toBeNull()
    expect(await cookieNameOf('local', logInAsPartnered)).toBeNull()
  })

  it.each(['switched off', 'removed'])(
    'I06 a partner that is %s lets nobody in, and its sessions end at the next refresh',
    async (how) => {
      const partners = how === 'removed' ? {} : { relic: { ...relicOf(app), enabled: false } }
      const visitor = app.visitor('local')
      await logInAsPartnered(visitor)
      const own = app.visitor('local')
      await own.logIn('player@example.com', 'Welcome2Gatehouse')
      const away = app.visitor('relic')
      const pending = await visitPartner(await leaveForLogin(away), '1001')

      const later = await startApp({
        beside: app,
        environment: app.environment,
        deployments: { local: { partners }, relic: { partners } },
      })
      const there = (one: TestVisitor, name: 'local' | 'relic') => {
        const moved = later.visitor(name)
        for (const [cookie, value] of one.jar) moved.jar.set(cookie, value)
        moved.identity = one.identity
        moved.bearer = one.bearer
        return moved
      }
      expect(await comeBackRefused(there(away, 'relic'), pending)).toEqual(notAuthorized)
      const path = { partner: 'relic' }
      const body = { ClientId: '', RedirectUrl: '' }
      const fresh = later.visitor('relic')
      expect(await fresh.refused('partnerLoginUrl', { path, body })).toEqual(notAllowed)
      expect(await fresh.refused('partnerRegisterUrl', { path })).toEqual(notAllowed)
      const step = later.visitor('local')
      expect(await step.refused('partnerStepLoginUrl', asking(partnered))).toEqual(notAllowed)

      const query = await tokens(visitor)
      const token = await there(visitor, 'local').readToken()
      expect(token).toMatchObject({ Validated: false, Value: '', Refresh: '' })
      expect(await there(visitor, 'local').refused('refreshToken', { query })).toEqual(expired)
      // That was the end of it, whatever becomes of the partner.
      expect((await visitor.refused('listConnections', {})).status).toBe(401)
      expect((await there(own, 'local').readToken()).Validated).toBe(true)
      await later.close()
    },
  )

  it('I10 the configuration of the portal says nothing of partners but their name', async () => {
    for (const name of ['relic', 'local'] as const) {
      const visitor = app.visitor(name)
      const { Value } = await visitor.call('runtimeConfiguration', {})
      const text = JSON.stringify(Value)
      for (const partner of visitor.deployment.partners.values()) {
        expect(text).not.toContain(partner.clientSecret)
        expect(text).not.toContain(partner.issuer)
        expect(text).not.toContain(partner.service?.apiKey ?? partner.clientSecret)
      }
      expect(text).not.toMatch(/secret|service|issuer/i)
    }
  })
})

function relicOf({ environment }: PartnerApp) {
  return {
    name: 'Relic',
    issuer: `http://localhost:${environment['STAND_INS_PORT']}/partners/relic`,
    clientId: 'gatehouse',
    clientSecret: 'sample-relic-secret',
  }
}

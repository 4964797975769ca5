import type { Configuration } from '@gatehouse/contract/configuration'
import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { after } from '../../platform/clock.ts'
import { issueMailLink } from '../../database/accounts/mailLinks.ts'
import { findByUsername } from '../../database/accounts/players.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
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

/** The portal's request for an identified player; all but the id is forged. */
const asking = (Id_User: number, redirectUrl = '') => ({
  query: { redirectUrl, clientId: 'community' },
  body: { Id_User, AuthPartner: 'Focus', Username: 'Forged', Email: 'forged@site.test' },
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

/** Logs a player in and out; answers the cookie that the log-out names. */
async function cookieNameOf(name: DeploymentName, enter: (visitor: TestVisitor) => unknown) {
  const visitor = app.visitor(name)
  await enter(visitor)
  const { Id_User: userId } = await visitor.readToken()
  return (await visitor.call('logOut', { path: { userId }, body: {} })).CookieName
}

const asKnown = (visitor: TestVisitor) => logInThroughPartner(visitor, '1001')

describe('the partner log-in of a deployment with its own log-in', () => {
  it('identifies a player, and returns from the partner to the requested page (R-7.6-6, A-73)', async () => {
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

  it('sends the partner neither the payload nor the player’s name (I08)', async () => {
    const visitor = app.visitor('local')
    const url = await visitor.call('partnerStepLoginUrl', asking(partnered))
    const { issuer = '' } = visitor.deployment.partners.get('relic') ?? {}
    expect(url.startsWith(`${issuer}/`)).toBe(true)
    expect(decodeURIComponent(url)).not.toMatch(/partnered|forged|example\.com|login_hint|focus/i)
    expect(new URL(url).searchParams.has('login_hint')).toBe(false)
  })

  it('refuses a player with a password as it refuses an unknown one', async () => {
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

  it('accepts the expected player alone: no other player, and no new one', async () => {
    for (const other of ['1001', 'newcomer@relic.example']) {
      const visitor = app.visitor('local')
      const url = await visitor.call('partnerStepLoginUrl', asking(partnered))
      expect(await comeBackRefused(visitor, await visitPartner(url, other))).toEqual(notAuthorized)
      expect(visitor.jar.has('sso_session')).toBe(false)
    }
    const { kysely } = app.services.database
    const newcomers = kysely.selectFrom('players').selectAll()
    expect(await newcomers.where('email_key', '=', 'newcomer@relic.example').execute()).toEqual([])
  })

  it('accepts, mails and sets no local password (I05)', async () => {
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

    // Two more defences: a link that should not exist sets none, and the table refuses one.
    const { kysely } = app.services.database
    const now = app.clock.now()
    const owner = { playerId: partnered, email }
    const Token = app.services.secrets.valueOf('mail link', partnered, newSecret())
    const link = { kind: 'password-recovery', token: Token, expiresAt: after(now, 60) } as const
    await issueMailLink(kysely, 'local', link, owner, now)
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

  it('re-authenticates its player when repeated (M-8)', async () => {
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

  it('ends with a log-out that names the cookie of the deployment’s partner, if any (R-7.5-4)', async () => {
    expect(await cookieNameOf('relic', asKnown)).toBe('relic_sso')
    expect(await cookieNameOf('focus', asKnown)).toBeNull()
    expect(await cookieNameOf('local', logInAsPartnered)).toBeNull()
  })

  it.each(['switched off', 'removed'])(
    'is refused once the partner is %s, and its sessions end at the next refresh (I06)',
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
      // The session has ended for good, even if the partner returns.
      expect((await visitor.refused('listConnections', {})).status).toBe(401)
      expect((await there(own, 'local').readToken()).Validated).toBe(true)
      await later.close()
    },
  )

  it('gives the portal’s configuration no more of a partner than its name and its page for players (I10)', async () => {
    const pages = { relic: relicOf(app).issuer, local: '' }
    for (const name of ['relic', 'local'] as const) {
      const visitor = app.visitor(name)
      const { Value } = await visitor.call('runtimeConfiguration', {})
      const { PartnerAccountUrl, ...rest } = JSON.parse(Value as string) as Configuration
      expect(PartnerAccountUrl).toBe(pages[name])
      const text = JSON.stringify(rest)
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

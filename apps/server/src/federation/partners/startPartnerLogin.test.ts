import { CallError } from '@gatehouse/client/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DeploymentName, startApp } from '../../../test/fixtures/startApp.ts'
import { withoutBinding } from '../../../test/fixtures/testClient.ts'
import {
  type PartnerApp,
  startPartnerApp,
} from '../../../test/fixtures/partners/startPartnerApp.ts'
import { comeBackRefused, leaveForLogin } from '../../../test/fixtures/partners/throughPartner.ts'

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp()
})
afterAll(() => app.close())

const partners = ['relic', 'creative-assembly', 'focus'] as const satisfies DeploymentName[]
const partnerRefusal = { status: 400, items: ['PARTNER_RESPONSE_ERROR@'] }
const notAllowed = { status: 400, items: ['ERROR_NOT_ALLOWED@'] }

/** The error code of a refused call; else the call's answer. */
async function outcomeOf(call: Promise<string>): Promise<string> {
  return call.catch((error: unknown) =>
    error instanceof CallError ? (error.body?.ErrorMessages[0]?.ErrorMessage ?? '') : '',
  )
}

describe('the start of a partner log-in', () => {
  it.each(partners)(
    'asks %s for a code with PKCE and nonce, and names no player (R-7.6-1, I08)',
    async (name) => {
      const url = new URL(await leaveForLogin(app.visitor(name)))
      const { issuer } = app.deployment(name).partners.get(name) ?? { issuer: '' }
      expect(`${url.origin}${url.pathname}`.startsWith(issuer)).toBe(true)
      const query = Object.fromEntries(url.searchParams)
      expect(Object.keys(query).toSorted()).toEqual([
        'client_id',
        'code_challenge',
        'code_challenge_method',
        'nonce',
        'redirect_uri',
        'response_type',
        'scope',
        'state',
      ])
      expect(query).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        redirect_uri: `${app.deployment(name).origin}/oauth/partner`,
      })
    },
  )

  it('hands the partner the visitor’s language where the deployment offers several', async () => {
    const several = await startPartnerApp({ deployments: { relic: { Languages: 'en,ar' } } })
    const visitor = several.visitor('relic')
    visitor.jar.set('sso_language', 'ar')
    const url = new URL(await leaveForLogin(visitor))
    expect(url.searchParams.getAll('ui_locales')).toEqual(['ar'])
    await several.close()
  })

  it('asks for the register page with prompt=create, in any case of the slug (R-7.6-2)', async () => {
    const visitor = app.visitor('creative-assembly')
    const path = { partner: 'CREATIVE-Assembly' }
    const url = new URL(await visitor.call('partnerRegisterUrl', { path }))
    expect(url.searchParams.get('prompt')).toBe('create')
    expect(await visitor.refused('partnerRegisterUrl', { path: { partner: 'relic' } })).toEqual(
      notAllowed,
    )
  })

  it('is refused by every call but the deployment’s own (R-7.6-5)', async () => {
    const body = { ClientId: '', RedirectUrl: '' }
    const path = { partner: 'relic' }
    const refusedCalls = async (name: DeploymentName) => {
      const visitor = app.visitor(name)
      const answers = {
        partnerLoginUrl: await outcomeOf(visitor.call('partnerLoginUrl', { path, body })),
        creativeAssemblyLoginUrl: await outcomeOf(
          visitor.call('creativeAssemblyLoginUrl', { body }),
        ),
        focusLoginUrl: await outcomeOf(visitor.call('focusLoginUrl', { body })),
      }
      return Object.entries(answers).filter(([, outcome]) => outcome === 'ERROR_NOT_ALLOWED')
    }
    const named = async (name: DeploymentName) => (await refusedCalls(name)).map(([call]) => call)
    expect(await named('relic')).toEqual(['creativeAssemblyLoginUrl', 'focusLoginUrl'])
    expect(await named('creative-assembly')).toEqual(['partnerLoginUrl', 'focusLoginUrl'])
    expect(await named('focus')).toEqual(['partnerLoginUrl', 'creativeAssemblyLoginUrl'])
    expect(await named('local')).toHaveLength(3)
    expect(await app.visitor('local').refused('partnerRegisterUrl', { path })).toEqual(notAllowed)
  })

  it('is refused with a message while the partner is unreachable, and succeeds afterwards (T28)', async () => {
    await app.standIns.turn('focus', { down: true })
    // The first server has the partner's metadata already, so a second one has to ask for it.
    const other = await startApp({ beside: app, environment: app.environment })
    const visitor = other.visitor('focus')
    const body = { ClientId: '', RedirectUrl: '' }
    expect(await visitor.refused('focusLoginUrl', { body })).toEqual(partnerRefusal)
    expect(visitor.jar.size).toBe(0)
    await app.standIns.reset('focus')
    expect(await visitor.call('focusLoginUrl', { body })).toMatch(/^http:/)
    await other.close()
  })

  it('is refused to a banned address', async () => {
    const { kysely } = app.services.database
    const ban = { network: '203.0.113.66/32', scope: 'login' as const, until: null }
    await kysely
      .insertInto('ip_bans')
      .values({ ...ban, deployment: 'focus' })
      .execute()
    const visitor = app.visitor('focus', '203.0.113.66')
    const body = { ClientId: '', RedirectUrl: '' }
    expect((await visitor.refused('focusLoginUrl', { body })).items).toEqual([
      'ERROR_USER_IP_BANNED@',
    ])
    expect((await comeBackRefused(visitor, { code: 'c', state: 's' })).items).toEqual([
      'ERROR_USER_IP_BANNED_LOGIN@',
    ])
  })

  it('binds the flow to the browser by a cookie that scripts cannot read', async () => {
    expect(app.deployment('relic').isSecure).toBe(false)
    const visitor = app.visitor('relic')
    await leaveForLogin(visitor)
    expect(visitor.last?.headers['set-cookie']).toMatch(
      /^sso_flow=[\w-]{43}; Max-Age=2700; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('binds its cookie to the host on https, and lets it cross to an API on another site', async () => {
    const secure = await startApp({
      beside: app,
      environment: app.environment,
      deployments: {
        focus: { AccountUrl: 'https://focus.test' },
        relic: withoutBinding,
      },
    })
    const visitor = secure.visitor('focus')
    await leaveForLogin(visitor)
    expect(visitor.last?.headers['set-cookie']).toMatch(
      /^__Host-sso_flow=[\w-]{43}; Max-Age=2700; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const across = secure.visitor('relic')
    await leaveForLogin(across)
    expect(across.last?.headers['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=None$/)
    await secure.close()
  })
})

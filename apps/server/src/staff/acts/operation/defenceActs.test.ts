import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse, jsonOutputOf } from '../../../../test/fixtures/processes/runGatehouse.ts'
import { registerForm } from '../../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const at = '--deployment local'
const why = '--why flood'
const register = (Username: string, Email: string, ip = '203.0.113.7') => {
  const body = registerForm({ Username, Email })
  return app.visitor('local', ip).send({
    method: 'POST',
    url: '/api/register/new-user',
    payload: body,
  })
}

describe('the domains of addresses', () => {
  it('can be refused, allowed and forgotten', async () => {
    await gatehouse(app, `email-domains set Trash.Test disposable ${at} ${why}`)
    const refused = await register('Ada', 'ada@mail.trash.test')
    expect(refused.body).toContain('ERROR_EMAIL_DISPOSABLE_ADDRESS')
    await gatehouse(app, `email-domains set trash.test allowed ${at} ${why}`)
    expect((await register('Ada', 'ada@mail.trash.test')).statusCode).toBe(201)
    expect(await jsonOutputOf(app, `email-domains list ${at}`)).toEqual([
      { domain: 'trash.test', kind: 'allowed' },
    ])
    await gatehouse(app, `email-domains remove trash.test ${at} ${why}`)
    expect(await jsonOutputOf(app, `email-domains list ${at}`)).toEqual([])
    const again = await gatehouse(app, `email-domains remove trash.test ${at} ${why}`)
    expect(again.errors).toBe('local has no rule for trash.test.\n')
  })

  it.each(['nodomain', 'a b.test', '-'])('cannot be "%s"', async (domain) => {
    const line = `email-domains set "${domain}" allowed ${at} ${why}`
    expect((await gatehouse(app, line)).exitCode).toBe(2)
  })
})

describe('the bans of networks', () => {
  it('hold for one act or for all, until their end, and can be removed', async () => {
    await gatehouse(app, `ip-bans add 198.51.100.77/24 --scope register ${at} ${why}`)
    const banned = await register('Ben', 'ben@site.test', '198.51.100.9')
    expect(banned.statusCode).not.toBe(201)
    const bans = (await jsonOutputOf(app, `ip-bans list ${at}`)) as { id: number }[]
    expect(bans).toMatchObject([{ network: '198.51.100.0/24', scope: 'register', until: null }])
    await gatehouse(app, `ip-bans remove ${bans[0]?.id} ${at} ${why}`)
    expect((await register('Ben', 'ben@site.test', '198.51.100.9')).statusCode).toBe(201)
    const again = await gatehouse(app, `ip-bans remove ${bans[0]?.id} ${at} ${why}`)
    expect(again.exitCode).toBe(1)
    const line = `ip-bans add 2001:db8::1 --until 2027-01-01T00:00:00Z ${at} ${why}`
    await gatehouse(app, line)
    expect(await jsonOutputOf(app, `ip-bans list ${at}`)).toMatchObject([
      { network: '2001:db8::1/128', scope: 'general', until: '2027-01-01T00:00:00.000Z' },
    ])
  })

  it.each(['203.0.113', '203.0.113.0/33', '2001:db8::/129', 'here'])(
    'cannot be of "%s"',
    async (network) => {
      const { exitCode, errors } = await gatehouse(app, `ip-bans add ${network} ${at} ${why}`)
      expect(exitCode).toBe(2)
      expect(errors).toContain('is neither an address nor a network')
    },
  )
})

describe('the file of a deployment', () => {
  it('is shown without its secrets', async () => {
    const clients = await gatehouse(app, `clients list ${at} --json`)
    expect(JSON.parse(clients.output)).toContainEqual(
      expect.objectContaining({ clientId: 'community', hasSecret: expect.any(Boolean) as boolean }),
    )
    expect(clients.output).not.toMatch(/sample-|whsec_/)
    expect(await jsonOutputOf(app, `allowed-domains list ${at}`)).toContainEqual({
      host: 'localhost',
    })
  })

  it('is shown with the signing keys of its deployment', async () => {
    await gatehouse(app, `keys rotate ${at} --why test`)
    expect(await jsonOutputOf(app, 'audit list --limit 1')).toMatchObject([
      { command: 'keys rotate', deployment: 'local', details: { atOnce: false } },
    ])
    expect(await jsonOutputOf(app, `keys list ${at}`)).toMatchObject([
      { kid: expect.any(String) as string },
    ])
  })
})

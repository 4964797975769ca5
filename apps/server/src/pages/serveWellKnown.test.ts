import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { strong } from '../../test/fixtures/passkeys/passkeySteps.ts'
import { type DeploymentName, startApp, type TestApp } from '../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
})
afterAll(() => app.close())

const get = (url: string, deployment: DeploymentName = 'local') =>
  app.visitor(deployment).send({ method: 'GET', url })

describe('the addresses that password managers look for', () => {
  it('is the section of passkeys, where there is one', async () => {
    const url = '/.well-known/passkey-endpoints'
    const answer = await get(url)
    const section = `${app.deployment('local').origin}/account/security`
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json()).toEqual({ enroll: section, manage: section })
    expect((await get(url, 'prod')).statusCode).toBe(404)
  })

  it('is the screen of another password, where players have one', async () => {
    const url = '/.well-known/change-password'
    const answer = await get(url, 'prod')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/account/reset-password')
    expect((await get(url, 'relic')).statusCode).toBe(404)
  })
})

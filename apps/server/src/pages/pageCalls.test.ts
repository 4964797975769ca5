import { fileURLToPath } from 'node:url'
import {
  type ConfigurationEnvelope,
  configurationFields,
  openConfiguration,
} from '@gatehouse/contract/configuration'
import { environmentNames } from '@gatehouse/contract/environments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDeployments } from '../deployments/deployments.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { prod: { AccountApiUrl: 'https://api.site.test' } } })
})
afterAll(() => app.close())

const input = {}

function textOf({ Value }: ConfigurationEnvelope): string {
  if (typeof Value !== 'string') throw new Error('The configuration did not travel as text.')
  return Value
}

describe('the runtime configuration', () => {
  it('is the host’s, with every public field and no others (AT-GEN-01, R-1.4-2)', async () => {
    const visitor = app.visitor()
    const envelope = await visitor.call('runtimeConfiguration', input)
    expect(envelope.Encrypted).toBe(false)
    const configuration = JSON.parse(textOf(envelope)) as Record<string, unknown>
    expect(Object.keys(configuration)).toEqual(expect.arrayContaining([...configurationFields]))
    expect(configuration).toMatchObject({
      Environment: 'LOCAL',
      AccountUrl: 'http://localhost:4000',
      AccountApiUrl: 'http://localhost:4000/api',
      AccountApiKey: 'sample-local-key',
    })
    expect(textOf(envelope)).not.toContain('secret')
    expect(visitor.last?.headers['cache-control']).toBe('no-store')
  })

  it('names an account API on another host', async () => {
    const envelope = await app.visitor('prod').call('runtimeConfiguration', input)
    expect(JSON.parse(textOf(envelope))).toMatchObject({
      AccountApiUrl: 'https://api.site.test',
    })
  })

  it('is concealed differently each time where the deployment has a key for it (R-1.1-5)', async () => {
    const visitor = app.visitor('preprod')
    const one = await visitor.call('runtimeConfiguration', input)
    const two = await visitor.call('runtimeConfiguration', input)
    expect(one.Encrypted).toBe(true)
    expect(one.Value).not.toBe(two.Value)
    const key = visitor.deployment.configurationKey ?? ''
    const envelope = { Value: textOf(one), Encrypted: true }
    expect((await openConfiguration(envelope, key)).Environment).toBe('PREPROD')
  })

  it('exists for every environment, each with a key and its own host (R-1.2-2)', async () => {
    const folder = fileURLToPath(new URL('../../../../deploy/samples', import.meta.url))
    const { all, byHost } = await readDeployments(folder, {})
    const ofEnvironments = all.filter(({ name }) => name !== 'showcase')
    expect(ofEnvironments.map(({ configuration }) => configuration.Environment).toSorted()).toEqual(
      [...environmentNames].toSorted(),
    )
    expect(new Set(all.map(({ apiKey }) => apiKey)).size).toBe(environmentNames.length + 1)
    expect(byHost('two-point-studios.localhost:4000')?.configuration.Environment).toBe(
      'TWO-POINT-STUDIOS',
    )
    const moved = await readDeployments(folder, { PORT: '4100' })
    expect(moved.byHost('localhost:4100')?.name).toBe('local')
  })

  it('has the deployment’s own allowed redirect domains', async () => {
    const domains = await app.visitor().call('listAllowedRedirectDomains', input)
    expect(domains).toEqual(expect.arrayContaining(['site.test', '*.site.test']))
  })
})

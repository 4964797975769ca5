import { readFileSync } from 'node:fs'
import { isOpenToTags, paths } from '@gatehouse/contract/routes'
import { schemeScript } from '@gatehouse/contract/theme/scheme'
import { describe, expect, it } from 'vitest'
import { deploymentOf } from '../deployments/deployments.ts'
import { digestOf } from '../platform/crypto/digestOf.ts'
import { pageHeaders } from './pageHeaders.ts'

const file = JSON.parse(
  readFileSync(new URL('../../../../deploy/samples/local.json', import.meta.url), 'utf8'),
) as object

/** The policy of a page, its sources by directive. */
function policyOf(given: object, path: string): Record<string, string[]> {
  const deployment = deploymentOf('local', { ...file, ...given }, {})
  const policy = pageHeaders(deployment, path, [], document)['content-security-policy'] ?? ''
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

const document = { styles: [], scripts: [digestOf(schemeScript)] }

/** The scripts of every page. */
const own = ["'self'", digestOf(schemeScript)]
const tags = { TagManagerId: 'GTM-ABC123' }
const cookiebot = { CustomCookiesManagement: true, ConsentTool: 'cookiebot' }
const closed = Object.values(paths).filter((path) => !isOpenToTags(path))

describe('the policy of a page', () => {
  it('allows only our own sources by default', () => {
    for (const path of Object.values(paths)) {
      const policy = policyOf({}, path)
      expect(policy['script-src']).toEqual(own)
      expect(policy['style-src']).toEqual(["'self'"])
      expect(policy['connect-src']).toEqual(["'self'", 'http://localhost:4000'])
      expect(policy['frame-src']).toEqual(["'none'"])
      expect(policy['frame-ancestors']).toEqual(["'none'"])
    }
  })

  it('allows a configured tag manager and its reports', () => {
    const policy = policyOf(tags, paths.account)
    expect(policy['script-src']).toEqual([...own, 'https://www.googletagmanager.com'])
    expect(policy['connect-src']).toContain('https://*.google-analytics.com')
    expect(policy['style-src']).toEqual(["'self'"])
  })

  it('allows a consent tool that manages cookies, with the host that it is loaded from', () => {
    const ConsentToolUrl = 'https://consent.studio.test/tool.js?id=1'
    const policy = policyOf({ ...cookiebot, ConsentToolUrl }, paths.cookies)
    const hosts = ['https://consent.cookiebot.com', 'https://consentcdn.cookiebot.com']
    expect(policy['script-src']).toEqual([...own, ...hosts, 'https://consent.studio.test'])
    expect(policy['frame-src']).toEqual([...hosts, 'https://consent.studio.test'])
    const unused = { ...cookiebot, CustomCookiesManagement: false, ConsentToolUrl }
    expect(policyOf(unused, paths.cookies)['script-src']).toEqual(own)
  })

  it.each(closed)('allows no third-party script on %s, which has credentials or tokens', (path) => {
    const policy = policyOf({ ...tags, ...cookiebot }, path)
    expect(policy['script-src']).toEqual(own)
    expect(policy['style-src']).toEqual(["'self'"])
    expect(policy['connect-src']).toEqual(["'self'", 'http://localhost:4000'])
  })

  it.each([
    ['TagManagerId', "GTM-X; script-src 'unsafe-inline'"],
    ['TagManagerId', 'UA-123'],
    ['ConsentTool', 'alert(1)'],
    ['ConsentToolUrl', 'javascript:alert(1)'],
  ])('refuses the %s %s at the start', (field, value) => {
    expect(() => deploymentOf('local', { ...file, [field]: value }, {})).toThrow(field)
  })
})

it('an unsubscribe link is sent to no other site', () => {
  const deployment = deploymentOf('local', file, {})
  expect(pageHeaders(deployment, paths.unsubscribe)['referrer-policy']).toBe('no-referrer')
})

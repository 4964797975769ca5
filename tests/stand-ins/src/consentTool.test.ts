import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.ts'

let app: Awaited<ReturnType<typeof createApp>>

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
})
afterAll(() => app.close())

test.each([
  ['onetrust', 'OneTrust'],
  ['didomi', 'Didomi'],
  ['axeptio', 'openAxeptioCookies'],
  ['cookiebot', 'Cookiebot'],
  ['usercentrics', '__ucCmp'],
  ['cookieconsent', 'CookieConsent'],
])('the script of the consent tool %s brings %s', async (tool, global) => {
  await app.inject({ method: 'PUT', url: '/__standin/consent-tool/switches', payload: { tool } })
  const script = await app.inject('/consent-tool/tool.js')
  expect(script.headers['content-type']).toContain('javascript')
  expect(script.body).toContain(`window.${global} = `)
})

test('the consent tool can be blocked, and refuses an unknown tool', async () => {
  const put = (payload: object) =>
    app.inject({ method: 'PUT', url: '/__standin/consent-tool/switches', payload })
  await put({ tool: 'unknown' })
  expect((await app.inject('/consent-tool/tool.js')).statusCode).toBe(404)
  await put({ tool: 'didomi', down: true })
  expect((await app.inject('/consent-tool/tool.js')).statusCode).toBe(503)
})

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakePortal } from '../fixtures/fakePortal.ts'
import { people, startConsole, type TestConsole } from '../fixtures/staff/startConsole.ts'

/* Pictures of drafts, on their own host. */

const previewUrl = 'http://preview.test'
const at = { deployment: 'local' } as const
const view = { what: 'login', language: 'en', scheme: 'light' } as const

let test: TestConsole
let ticket: string

beforeAll(async () => {
  test = await startConsole({
    settings: {
      PORTAL_DIST: await fakePortal({ 'assets/theme.css': 'p{}' }),
      CONSOLE_PREVIEW_URL: previewUrl,
    },
  })
  const bea = await test.signedIn(people.bea)
  const { body } = await bea.order('drafts preview', at)
  const { address } = body.data as { readonly address: string }
  ticket = new URL(address).pathname
})
afterAll(() => test.close())

const send = (url: string, body?: object, host = 'preview.test') =>
  test.console.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    headers: { host },
    ...(body && { payload: body }),
  })

const policyOf = ({ headers }: Awaited<ReturnType<typeof send>>) =>
  String(headers['content-security-policy']).split('; ')

describe('A frame of pictures', () => {
  it('runs its one script, speaks with the console alone, and is framed by it alone (AX-CON2-15, AX-CON2-20)', async () => {
    const answer = await send(ticket)
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(answer.body) ?? []
    const digest = createHash('sha256').update(script).digest('base64')
    expect(policyOf(answer)).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${digest}'`,
      "connect-src 'self'",
      "style-src 'unsafe-inline'",
      "img-src 'self' https: data:",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors http://console.test',
    ])
    expect(script).toContain("if (origin !== 'http://console.test') return")
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('gets the picture of a screen with changes, under the same policy', async () => {
    const changes = JSON.stringify({ theme: { tokens: { '--accent': '#102030' } } })
    const answer = await send(ticket, { ...view, changes })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('#102030')
    expect(policyOf(answer)).toEqual(policyOf(await send(ticket)))
  })

  it.each([
    ['ends its sheet', '}</style><script>alert(1)</script>'],
    ['loads a file', 'url(https://thief.example/x)'],
    ['imports a sheet', '@import "https://thief.example/x"'],
  ])('refuses a value that %s, in words (AX-CON2-20)', async (_, value) => {
    const changes = JSON.stringify({ theme: { tokens: { '--accent': value } } })
    const answer = await send(ticket, { ...view, changes })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('--accent')
    expect(answer.body).not.toContain('<script>')
  })

  it('refuses ten thousand values (AX-CON2-20)', async () => {
    const names = Array.from({ length: 10_000 }, (_, at) => [`--token-${at}`, '#102030'])
    const changes = JSON.stringify({ theme: { tokens: Object.fromEntries(names) } })
    const answer = await send(ticket, { ...view, changes })
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringContaining('over 1000 names'),
    ])
  })

  it('gets nothing with another ticket, nor once half an hour is over', async () => {
    const asked = { ...view, changes: '' }
    expect((await send('/abc', asked)).statusCode).toBe(404)
    expect((await send(ticket, { ...asked, scheme: 'red' })).statusCode).toBe(422)
    test.app.clock.advance(31 * 60)
    const answer = await send(ticket, asked)
    expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('is over')])
  })

  it('is the one thing at its host, and at no other (AX-CON2-14)', async () => {
    const asked = { ...view, changes: '' }
    const statuses = await Promise.all([
      send('/api/v1/players/find', {}),
      send('/sign-in'),
      send(ticket, asked, 'console.test'),
      send(ticket, asked, 'local.test'),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([421, 421, 404, 421])
  })
})

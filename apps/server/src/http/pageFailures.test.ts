import { rm } from 'node:fs/promises'
import { pageFailuresPath } from '@gatehouse/contract/pageFailures'
import { paths } from '@gatehouse/contract/routes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakePortal } from '../../test/fixtures/fakePortal.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { software } from '../platform/software.ts'

/* Anybody can post to the address of failures: what comes of it is bounded, whatever is sent. */

let folder: string
let app: TestApp
beforeAll(async () => {
  folder = await fakePortal({ 'assets/main-A.js': '//' })
  app = await startApp({ nodes: 1, settings: { PORTAL_DIST: folder } })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
// Counts of one minute are over.
beforeEach(() => app.clock.advance(61))

const failure = {
  Kind: 'screen',
  Name: 'TypeError',
  Code: '',
  Screen: paths.login,
  Build: 'main-A.js',
}

const tell = (payload: unknown, headers: Record<string, string> = {}) =>
  app.app.inject({
    method: 'POST',
    url: pageFailuresPath,
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      origin: 'http://localhost:4000',
      ...headers,
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

/** The counted failures, by their labels. */
async function counted(): Promise<Record<string, number>> {
  const text = await app.services.metrics.read()
  const lines = [...text.matchAll(/^gatehouse_page_failures_total\{(.*)\} (\d+)$/gm)]
  return Object.fromEntries(lines.map(([, labels = '', count]) => [labels, Number(count)]))
}

const sum = async () => Object.values(await counted()).reduce((all, one) => all + one, 0)

describe('a failure of a page', () => {
  it('is counted by its page, its kind, its screen and the build, and logged once a minute', async () => {
    const before = app.logged.length
    for (let times = 0; times < 3; times += 1) expect((await tell(failure)).statusCode).toBe(204)
    expect(await counted()).toEqual({
      [`page="portal",kind="screen",screen="/login",build="${software}"`]: 3,
    })
    expect(app.logged.slice(before).filter((line) => line.includes('page.failed'))).toHaveLength(1)
  })

  it.each([
    ['an unknown screen', { Screen: '/players/1/secrets' }, 'screen="other"'],
    ['a file of another build', { Build: 'main-OLD.js' }, 'build="other"'],
    ['a path that is a name', { Build: '../../package.json' }, 'build="other"'],
  ])('of %s is counted as other', async (_, differences, label) => {
    await tell({ ...failure, ...differences })
    expect(Object.keys(await counted()).some((labels) => labels.includes(label))).toBe(true)
  })

  it.each([
    ['no JSON', 'failed'],
    ['no object', []],
    ['an unknown kind', { ...failure, Kind: 'x' }],
    ['a message', { ...failure, Message: 'of player@example.com' }],
    ['a name with more than a name', { ...failure, Name: 'TypeError: x of player@example.com' }],
    ['a code with more than a number', { ...failure, Code: 'secret' }],
    ['no screen', { ...failure, Screen: undefined }],
  ])('with %s is refused, and not counted', async (_, body) => {
    const before = await sum()
    expect((await tell(body)).statusCode).toBe(400)
    expect(await sum()).toBe(before)
  })

  it('that is too long is refused unread', async () => {
    expect((await tell({ ...failure, Screen: 'x'.repeat(5000) })).statusCode).toBe(413)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.test' }],
  ])('that %s sends is refused', async (_, headers) => {
    const before = await sum()
    expect((await tell(failure, headers)).statusCode).toBe(403)
    expect(await sum()).toBe(before)
  })

  it('of a flood from one address counts ten times a minute, and makes no more labels', async () => {
    const before = await sum()
    const labels = Object.keys(await counted()).length
    for (let times = 0; times < 40; times += 1) {
      expect((await tell({ ...failure, Screen: `/made-up-${times}` })).statusCode).toBe(204)
    }
    expect(await sum()).toBe(before + 10)
    expect(Object.keys(await counted()).length).toBeLessThanOrEqual(labels + 1)
  })

  it('is read by no GET', async () => {
    const got = await app.app.inject({
      method: 'GET',
      url: pageFailuresPath,
      headers: { host: 'localhost:4000' },
    })
    expect(got.headers['content-type']).not.toContain('json')
  })
})

import type { Me } from '@gatehouse/contract/console/me'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, startConsole, type TestConsole } from '../fixtures/staff/startConsole.ts'

/* What the console shows of players and themes comes from its own host. */

let test: TestConsole
let file: string

const bytes = Buffer.from('a picture')

beforeAll(async () => {
  test = await startConsole()
  const path = await test.app.services.uploads.keep('local', 1, [bytes, bytes])
  file = path.replace('/avatars/', '')
})
afterAll(() => test.close())

const ours = { 'x-gatehouse-console': '1', 'sec-fetch-site': 'same-origin' }

describe('a picture that a player uploaded', () => {
  it('is given to the page of a person who may look at players there', async () => {
    const sam = await test.signedIn(people.sam)
    const answer = await sam.visit(`/api/v1/pictures/local/${file}`, ours)
    expect(answer).toMatchObject({ status: 200, text: 'a picture' })
    expect(answer.headers['content-type']).toBe('image/webp')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('is no picture for another role, another deployment, another name or a stranger', async () => {
    const [sam, bea] = [await test.signedIn(people.sam), await test.signedIn(people.bea)]
    for (const [browser, path, status] of [
      [bea, `local/${file}`, 404],
      [sam, `relic/${file}`, 404],
      [sam, `local/${'a'.repeat(43)}-256.webp`, 404],
      [sam, 'local/..%2Fstaff.json', 404],
      [test.browser(), `local/${file}`, 401],
    ] as const) {
      const answer = await browser.visit(`/api/v1/pictures/${path}`, ours)
      expect([path, answer.status]).toEqual([path, status])
    }
    const foreign = await sam.visit(`/api/v1/pictures/local/${file}`)
    expect(foreign.status).toBe(403)
  })
})

it('a person learns the theme whose drawings each own deployment has', async () => {
  const sam = await test.signedIn(people.sam)
  const { deployments } = (await sam.ask('GET', '/api/v1/me')).body.data as Me
  expect(deployments.map(({ name, theme }) => [name, theme])).toContainEqual(['local', 'platform'])
})

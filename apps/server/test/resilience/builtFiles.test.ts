import { rm } from 'node:fs/promises'
import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepBuiltFiles } from '../../src/maintenance/keepBuiltFiles.ts'
import { runMaintenance } from '../../src/maintenance/runMaintenance.ts'
import { fakePortal } from '../fixtures/fakePortal.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'

/* Pages that are open over a release, and two versions behind one proxy. */

const folders: string[] = []
let before: TestApp
let after: TestApp

beforeAll(async () => {
  const shared = { 'assets/same-S.css': 'p{}' }
  folders.push(
    await fakePortal({ ...shared, 'assets/main-A.js': 'a()', 'assets/main-A.js.br': 'x' }),
  )
  folders.push(
    await fakePortal({ ...shared, 'assets/main-B.js': 'b()', 'assets/art-B.webp': 'art' }),
  )
  before = await startApp({ nodes: 1, settings: { PORTAL_DIST: folders[0] ?? '' } })
  after = await startApp({ nodes: 1, settings: { PORTAL_DIST: folders[1] ?? '' }, beside: before })
  for (const { services } of [before, after]) await tell(services)
})
afterAll(async () => {
  await after.close()
  await before.close()
  for (const folder of folders) await rm(folder, { recursive: true })
})

const tell = (services: TestApp['services']) =>
  keepBuiltFiles(services).run(new AbortController().signal)

const get = ({ app }: TestApp, url: string) =>
  app.inject({ method: 'GET', url, headers: { host: 'localhost:4000', accept: '*/*' } })

it('a page of either version finds its files at a server of the other one', async () => {
  const old = await get(after, '/assets/main-A.js')
  expect([old.statusCode, old.body]).toEqual([200, 'a()'])
  expect(old.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(old.headers['cache-control']).toContain('immutable')
  expect(old.headers['x-content-type-options']).toBe('nosniff')
  const newer = await get(before, '/assets/main-B.js')
  expect([newer.statusCode, newer.body]).toEqual([200, 'b()'])
  expect((await get(before, '/assets/art-B.webp')).headers['content-type']).toBe('image/webp')
})

it('no other file is served, nor asked for in the database again and again', async () => {
  for (const url of [
    '/assets/gone-C.js',
    '/assets/main-A.js.br',
    '/assets/%2e%2e/x.js',
    '/main-A.js',
  ]) {
    expect((await get(after, url)).statusCode).toBe(404)
  }
})

it('the files are served for a day after the last server that has them', async () => {
  const { clock, services } = after
  const half = lifetimes.builtFile / 2
  for (let halves = 0; halves < 3; halves += 1) {
    clock.advance(half)
    await tell(services)
    await runMaintenance(services)
  }
  expect((await get(after, '/assets/main-A.js')).statusCode).toBe(404)
  expect((await get(before, '/assets/main-B.js')).statusCode).toBe(200)
  expect((await get(before, '/assets/same-S.css')).statusCode).toBe(200)
})

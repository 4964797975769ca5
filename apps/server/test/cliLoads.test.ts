import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { gatehouseProcess } from './fixtures/processes/gatehouseProcess.ts'

/*
 * An operator waits for the answer: a line loads what its command needs. Time would depend on the
 * machine.
 */

let folder: string
const noteModules = new URL('fixtures/processes/noteModules.ts', import.meta.url).href

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-loads-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a line, and answers which of some modules it loaded. */
async function loadedBy(line: string, modules: RegExp) {
  const noted = join(folder, 'modules')
  await rm(noted, { force: true })
  const environment = {
    DATA_DIR: folder,
    NODE_OPTIONS: `--import ${noteModules}`,
    NOTED_MODULES: noted,
  }
  const ended = await gatehouseProcess(line, { environment })
  const urls = (await readFile(noted, 'utf8')).split('\n')
  const found = urls.map((url) => modules.exec(url)?.[0])
  return { ...ended, loaded: [...new Set(found.filter((each) => each !== undefined))] }
}

it.each([
  ['--help', 0],
  ['dance', 2],
])('gatehouse %s loads neither a command nor a library of the server', async (line, expected) => {
  const modules = /kysely|culori|fastify|undici|pino|server\/src\/acts\/\w+Acts|src\/services/
  const { code, loaded } = await loadedBy(line, modules)
  expect([code, loaded]).toEqual([expected, []])
})

it('a command that a running server carries out loads no service', async () => {
  const answer = { message: 'PlayerOne is banned.', data: null }
  const server = createServer((_, response) => response.end(JSON.stringify(answer)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const file = { address: `http://127.0.0.1:${port}`, token: 'of-this-server' }
  await writeFile(join(folder, `${hostname()}.token`), JSON.stringify(file))
  onTestFinished(() => void server.close())
  const modules =
    /culori|fastify|undici|pino|pg-boss|src\/services|src\/mail\/|auth\/acts\/recordAct/
  const line = 'players ban PlayerOne --deployment local --why "ticket 1"'
  const { output, loaded } = await loadedBy(line, modules)
  expect([output, loaded]).toEqual(['PlayerOne is banned.\n', []])
})

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/freePort.mjs'
import { deploymentOf } from '../../src/deployments/deployments.ts'
import { type MailSink, openMailSink } from '../fixtures/processes/mailSink.ts'
import { OwnPostgres } from '../fixtures/processes/ownPostgres.ts'
import { openSilentProxy, type SilentProxy } from '../fixtures/processes/silentProxy.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { TestVisitor } from '../fixtures/testVisitor.ts'
import local from '../../../../deploy/samples/local.json' with { type: 'json' }

/* A real server, and a PostgreSQL whose connections fall silent while its standby takes over. */

const password = 'Welcome2Gatehouse'
let primary: OwnPostgres
let standby: OwnPostgres
let proxy: SilentProxy
let server: ServerProcess
let mails: MailSink
let receiver: Server
let folder: string
let operators: number
/** The paths of the client that were posted to. */
const received: string[] = []

const portOf = (url: string) => Number(new URL(url).port)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-failover-'))
  primary = await OwnPostgres.open()
  standby = await primary.standby()
  proxy = await openSilentProxy(portOf(primary.url))
  mails = await openMailSink()
  receiver = createServer((request, response) => {
    received.push(request.url ?? '')
    request.resume()
    response.end()
  }).listen(0)
  await once(receiver, 'listening')
  operators = await freePort()
  server = await startServer({
    DATABASE_URL: primary.url.replace(String(portOf(primary.url)), String(proxy.port)),
    DATA_DIR: folder,
    PORTAL_DIST: join(folder, 'none'),
    SMTP_URL: mails.url,
    SEED: 'on',
    OPERATOR_PORT: String(operators),
    STAND_INS_PORT: String((receiver.address() as AddressInfo).port),
  })
  if ((await server.ready) !== null) throw new Error(server.output())
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  receiver.closeAllConnections()
  receiver.close()
  await mails.close()
  await proxy.close()
  await standby.close()
  await primary.close()
  await rm(folder, { recursive: true })
})

function visitor(): TestVisitor {
  const environment = { PORT: String(server.port) }
  return new TestVisitor(overHttp(server.port), deploymentOf('local', local, environment), '')
}

const readiness = async () => {
  const answer = await fetch(`http://127.0.0.1:${operators}/readyz`)
  return { status: answer.status, body: await answer.text() }
}
/** Seconds since the slowest worker of a queue looked at it, as Prometheus reads them. */
async function ageOfLook(queue: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${operators}/metrics`)).text()
  const name = `gatehouse_queue_look_age_seconds\\{queue="${queue}"\\}`
  return Number(new RegExp(`^${name} ([\\d.]+)`, 'm').exec(metrics)?.[1])
}
const isGood = (act: () => Promise<unknown>) =>
  act().then(
    () => true,
    () => false,
  )

describe('a server whose database fails over', () => {
  it('serves, mails and notifies clients of events and log-outs without a restart, while its old connections hang (T66)', async () => {
    const player = visitor()
    const { Id_User: userId } = await player.logIn('PlayerOne', password)
    await primary.query(
      `insert into client_sessions (deployment, sid, client_id, session_family, player_id, signed_in_at)
        select deployment, 'sid', 'community', family, player_id, now() from sessions
        where player_id = $1`,
      [userId],
    )
    const isCaughtUp = async () => {
      const [row] = await primary.query(
        'select replay_lsn >= pg_current_wal_lsn() as is from pg_stat_replication',
      )
      return row?.['is']
    }
    await expect.poll(isCaughtUp).toBe(true)
    const mailsBefore = mails.received.length

    proxy.failOver(portOf(standby.url))
    await standby.promote()
    const began = performance.now()
    const read = () => player.call('readProfile', { path: { userId }, query: {} })
    await expect.poll(() => isGood(read)).toBe(true)
    const renamed = () =>
      player.call('updateUsername', {
        path: { userId },
        body: { Username: 'PlayerAfter' },
      })
    await expect.poll(() => isGood(renamed)).toBe(true)
    const body = { email: 'second@example.com' }
    const recover = () => visitor().call('recoverPassword', { body })
    await expect.poll(() => isGood(recover)).toBe(true)
    const logOut = () => player.call('logOut', { path: { userId }, body: {} })
    await expect.poll(() => isGood(logOut)).toBe(true)
    await expect
      .poll(() => new Set(received))
      .toEqual(new Set(['/community/events', '/community/backchannel-logout']))
    await expect.poll(() => mails.received.length).toBeGreaterThan(mailsBefore)
    expect(performance.now() - began).toBeLessThan(60_000)
    expect((await readiness()).status).toBe(200)
  })

  it('shows stuck workers by a metric and its log within thirty seconds, stays ready, and resumes without a restart (T67, T87)', async () => {
    const blocker = new Client(standby.url)
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('lock table pgboss.job, mails in access exclusive mode')
    try {
      for (const queue of ['mail', 'account-events']) {
        await expect.poll(() => ageOfLook(queue), { timeout: 30_000 }).toBeGreaterThan(20)
      }
      await expect.poll(() => server.output()).toContain('"event":"job.worker_stuck"')
      expect(await readiness()).toMatchObject({ status: 200 })
    } finally {
      await blocker.end()
    }
    for (const queue of ['mail', 'account-events']) {
      await expect.poll(() => ageOfLook(queue)).toBeLessThan(20)
    }
  })
})

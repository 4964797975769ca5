import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { inject } from 'vitest'
import { freePort } from '../../../scripts/freePort.mjs'
import { type Deployment, type DeploymentFile, deploymentOf } from '../deployments.ts'
import type { KillPoint } from '../killPoint.ts'
import { hashOf } from '../secrets.ts'
import { copyOfTemplate } from './freshDatabase.ts'
import { type MailSink, openMailSink } from './mailSink.ts'
import { overHttp } from './overHttp.ts'
import { textOfMail } from './textOfMail.ts'
import type { StandIns } from './standIns.ts'
import { type ServerProcess, startServer } from './startServer.ts'
import { TestVisitor } from './testVisitor.ts'

type Name = 'local' | 'relic'
type Row = Readonly<Record<string, unknown>>

const samples = new URL('../../../deployments/', import.meta.url)
const keys = 1200

const idOf = (mail: string) => /^Message-ID: (\S+)/im.exec(mail)?.[1] ?? mail

/**
 * A server that is killed and started again over one database, with a mailbox that outlives it. Its
 * LOCAL registers with access keys, so that a registration has everything that one can have.
 */
export class Victim {
  readonly #folder: string
  readonly #environment: Readonly<Record<string, string>>
  readonly #deployments: ReadonlyMap<Name, Deployment>
  readonly #postgres: Client | null
  readonly #drop: () => Promise<void>
  readonly #sink: MailSink
  #server: ServerProcess | null = null
  #keysUsed = 0

  private constructor(parts: {
    folder: string
    environment: Readonly<Record<string, string>>
    deployments: ReadonlyMap<Name, Deployment>
    postgres: Client | null
    drop: () => Promise<void>
    sink: MailSink
  }) {
    this.#folder = parts.folder
    this.#environment = parts.environment
    this.#deployments = parts.deployments
    this.#postgres = parts.postgres
    this.#drop = parts.drop
    this.#sink = parts.sink
  }

  /** Makes its database and starts it. */
  static async open(standIns: StandIns): Promise<Victim> {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-victim-'))
    const sink = await openMailSink()
    const environment: Record<string, string> = {
      ...standIns.settings,
      PORT: String(await freePort()),
      STAND_INS_PORT: new URL(standIns.origin).port,
      SMTP_URL: sink.url,
      DATA_DIR: folder,
      DEPLOYMENTS_DIR: join(folder, 'deployments'),
      PORTAL_DIST: join(folder, 'none'),
    }
    const deployments = await writeDeployments(folder, environment)
    let postgres: Client | null = null
    let drop: () => Promise<void> = nothingToDrop
    const template = inject('template')
    if (template.kind === 'postgres') {
      const copy = await copyOfTemplate()
      environment['DATABASE_URL'] = copy.url
      drop = copy.drop
      postgres = new Client(copy.url)
      await postgres.connect()
    } else {
      const dataDir = join(folder, 'database')
      const loadDataDir = await openAsBlob(template.file)
      await (await PGlite.create({ dataDir, loadDataDir })).close()
    }
    const victim = new Victim({ folder, environment, deployments, postgres, drop, sink })
    const values = Array.from({ length: keys }, (_, at) => hashOf(`KEY-${at}`).toString('hex'))
    await victim.look(
      `insert into access_keys (deployment, value_hash, created_at)
        select 'local', decode(hex, 'hex'), now() from unnest($1::text[]) as hex`,
      [values],
    )
    await victim.revive()
    return victim
  }

  /** A key with which somebody may register; each is given out once. */
  freshKey(): string {
    this.#keysUsed += 1
    return `KEY-${this.#keysUsed}`
  }

  visitor(name: Name = 'local'): TestVisitor {
    const deployment = this.#deployments.get(name)
    if (!deployment) throw new Error(`No deployment ${name}.`)
    return new TestVisitor(overHttp(this.#living().port), deployment, '')
  }

  /** Runs something under which the server dies at a point; whether it was answered all the same. */
  async dieAt(point: KillPoint, act: () => Promise<unknown>): Promise<boolean> {
    const { child } = this.#living()
    const armed = once(child, 'message')
    child.send(point)
    await armed
    const died = once(child, 'exit')
    const wasAnswered = await act().then(
      () => true,
      () => false,
    )
    const [, signal] = (await died) as [number | null, string | null]
    if (signal !== 'SIGKILL') throw new Error(`It ended otherwise: ${this.#living().output()}`)
    this.#server = null
    return wasAnswered
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    const { child } = this.#living()
    const died = once(child, 'exit')
    child.kill(signal)
    await died
    this.#server = null
  }

  async revive(): Promise<void> {
    const server = await startServer(this.#environment, 'killAtPoint.ts')
    if ((await server.ready) !== null) throw new Error(server.output())
    this.#server = server
  }

  /**
   * What two minutes do, after which the queue takes a job back from a worker that it has not heard
   * of: the jobs of the dead server are free at once.
   */
  async freeJobs(): Promise<void> {
    await this.look(
      `update pgboss.job set state = 'retry', start_after = now() where state = 'active'`,
    )
  }

  /** The rows of a query; on the embedded database only while the server is dead. */
  async look<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    if (this.#postgres) return (await this.#postgres.query<R>(text, [...values])).rows
    if (this.#server) throw new Error('The embedded database is the server’s while it lives.')
    const pglite = await PGlite.create(join(this.#folder, 'database'))
    try {
      return (await pglite.query<R>(text, [...values])).rows
    } finally {
      await pglite.close()
    }
  }

  /**
   * Resolves with the texts of the mails to an address once there are so many different ones: what a
   * server has not noted as sent when it dies is sent again, and is the same mail.
   */
  async mails(to: string, count = 1): Promise<readonly string[]> {
    const own = () => [
      ...new Map(this.#copiesTo(to).map((mail) => [idOf(mail), mail] as const)).values(),
    ]
    await this.untilReceived(
      () => own().length >= count,
      () => `${own().length} mails to ${to} instead of ${count}.`,
    )
    return own().map(textOfMail)
  }

  /** Resolves with the texts of the mails to an address once there are so many, copies among them. */
  async copies(to: string, count: number): Promise<readonly string[]> {
    await this.untilReceived(
      () => this.#copiesTo(to).length >= count,
      () => `${this.#copiesTo(to).length} copies to ${to} instead of ${count}.`,
    )
    return this.#copiesTo(to).map(textOfMail)
  }

  #copiesTo(to: string): readonly string[] {
    return this.#sink.received.filter((mail) => mail.includes(`\nTo: ${to}\r`))
  }

  /** Waits for mails, for half a minute at most, after which it throws what is wrong. */
  async untilReceived(isEnough: () => boolean, fault: () => string): Promise<void> {
    const deadline = AbortSignal.timeout(30_000)
    while (!isEnough()) {
      // oxlint-disable-next-line no-await-in-loop -- one mail after the other
      await this.#sink.next(deadline).catch(() => {
        throw new Error(fault())
      })
    }
  }

  /** The secret of the newest link in mails to an address, once there are so many. */
  async linkTo(to: string, count = 1): Promise<string> {
    const links = (await this.mails(to, count)).flatMap(
      (text) => /\?(?:uid|verificationCode|token)=([\w-]+)/.exec(text)?.[1] ?? [],
    )
    const newest = links.at(-1)
    if (newest === undefined) throw new Error(`No link was mailed to ${to}.`)
    return newest
  }

  get received(): readonly string[] {
    return this.#sink.received
  }

  async close(): Promise<void> {
    if (this.#server) await this.kill()
    await this.#postgres?.end()
    await this.#drop()
    await this.#sink.close()
    await rm(this.#folder, { recursive: true })
  }

  #living(): ServerProcess {
    if (!this.#server) throw new Error('The server is dead.')
    return this.#server
  }
}

const nothingToDrop = () => Promise.resolve()

async function writeDeployments(folder: string, environment: Readonly<Record<string, string>>) {
  const into = join(folder, 'deployments')
  await mkdir(into)
  const deployments = new Map<Name, Deployment>()
  for (const name of ['local', 'relic'] as const) {
    const text = await readFile(new URL(`${name}.json`, samples), 'utf8')
    const file = { ...(JSON.parse(text) as DeploymentFile), RegisterWithAccessKeys: true }
    await writeFile(join(into, `${name}.json`), JSON.stringify(file))
    deployments.set(name, deploymentOf(name, file, environment))
  }
  return deployments
}

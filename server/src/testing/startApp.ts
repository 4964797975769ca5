import { readFileSync } from 'node:fs'
import { type Environment, environmentNames } from '@gatehouse/contract/environments'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { liveDeployments } from '../liveDeployments.ts'
import { plantCatalogues } from '../catalogues.ts'
import type { Database } from '../database/open.ts'
import {
  type Deployment,
  type DeploymentFile,
  deploymentOf,
  deploymentsOf,
} from '../deployments.ts'
import type { Mail } from '../mail/mailer.ts'
import type { Captcha } from '../providers/captcha.ts'
import { type ServerKey, serverKeyOf } from '../serverKey.ts'
import { assemble, type Services } from '../services.ts'
import { readSettings } from '../settings.ts'
import { FakeClock } from './fakeClock.ts'
import { type FreshDatabase, freshDatabase } from './freshDatabase.ts'
import { type Answering, TestVisitor } from './testVisitor.ts'

const folder = new URL('../../../deployments/', import.meta.url)
const nodesByDefault = Number(process.env['GATEHOUSE_TEST_NODES'] ?? '1')

/** Every environment has one sample deployment, named like it. */
export type DeploymentName = Lowercase<Environment>
export const deploymentNames = environmentNames.map((name) => name.toLowerCase() as DeploymentName)

export interface TestOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** What `${NAME}` means in the files of deployments. */
  readonly environment?: Readonly<Record<string, string>>
  /** Changes to the files of deployments. */
  readonly deployments?: { readonly [N in DeploymentName]?: Partial<DeploymentFile> }
  readonly captcha?: Captcha
  readonly key?: ServerKey
  /** A second server beside another one: its database, its clock. */
  readonly beside?: TestApp
  /**
   * How many servers share the requests, one after the other, as behind a proxy without sticky
   * sessions; by default GATEHOUSE_TEST_NODES says. A test asks for 1 when it is about what one
   * server does by itself.
   */
  readonly nodes?: number
}

/** A server over a fresh database, with a clock that stands still and a mailbox. */
export interface TestApp {
  readonly app: Answering
  /** Those of the first server, where there are several. */
  readonly services: Services
  readonly clock: FakeClock
  readonly fresh: FreshDatabase
  /** What was written to the log, one JSON line an entry. */
  readonly logged: readonly string[]
  readonly deployment: (name: DeploymentName) => Deployment
  /** A visitor with a browser of their own; `ip` is where they come from. */
  readonly visitor: (name?: DeploymentName, ip?: string) => TestVisitor
  /** Every mail that was sent so far, or those to one address; the newest last. */
  readonly mails: (to?: string) => Promise<readonly Mail[]>
  readonly close: () => Promise<void>
}

export async function startApp(options: TestOptions = {}): Promise<TestApp> {
  const { beside } = options
  const fresh = beside?.fresh ?? (await freshDatabase())
  const clock = beside?.clock ?? new FakeClock()
  const sent: Mail[] = []
  const logged: string[] = []
  const deployments = liveDeployments(
    deploymentsOf(
      deploymentNames.map((name) =>
        deploymentOf(
          name,
          { ...fileOf(name), ...options.deployments?.[name] },
          options.environment ?? {},
        ),
      ),
    ),
  )
  const startNode = async (database: Database) => {
    const services = await assemble({
      settings: readSettings({
        NODE_ENV: 'test',
        ARGON2_MEMORY_KIB: '8',
        ARGON2_PASSES: '1',
        ...options.settings,
      }),
      deployments,
      database,
      clock,
      key: options.key ?? serverKeyOf(Buffer.alloc(32, 'test')),
      mailer: { send: async (mail) => void sent.push(mail) },
      log: pino({ level: 'info' }, { write: (line) => void logged.push(line) }),
    })
    await plantCatalogues(database, deployments)
    const app = await createApp(
      options.captcha ? { ...services, captcha: options.captcha } : services,
    )
    return { app, services }
  }
  const first = await startNode(beside ? fresh.reopen() : fresh.database)
  const nodes = [first]
  while (nodes.length < (options.nodes ?? nodesByDefault)) {
    nodes.push(await startNode(fresh.reopen()))
  }
  let turn = 0
  const app: Answering = {
    inject(options) {
      const { app } = nodes[turn % nodes.length] ?? first
      turn += 1
      return app.inject(options)
    },
  }
  const deployment = (name: DeploymentName) => {
    const found = deployments.byName(name)
    if (!found) throw new Error(`No deployment ${name}.`)
    return found
  }
  return {
    app,
    services: first.services,
    clock,
    fresh,
    logged,
    deployment,
    visitor: (name = 'local', ip = '203.0.113.7') => new TestVisitor(app, deployment(name), ip),
    async mails(to) {
      // A hundred at a time.
      while ((await first.services.outbox.deliverWaiting()) > 0);
      return sent.filter((mail) => to === undefined || mail.to === to)
    },
    async close() {
      for (const { app, services } of nodes) {
        await app.close()
        await services.jobs.stop()
        if (services.database !== fresh.database) await services.database.close()
      }
      if (!beside) await fresh.drop()
    },
  }
}

function fileOf(name: DeploymentName): DeploymentFile {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as DeploymentFile
}

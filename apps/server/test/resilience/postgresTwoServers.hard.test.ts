import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Deployment,
  type DeploymentFile,
  deploymentOf,
} from '../../src/deployments/deployments.ts'
import { copyOfTemplate } from '../fixtures/freshDatabase.ts'
import { type MailSink, openMailSink } from '../fixtures/processes/mailSink.ts'
import { overHttp } from '../fixtures/overHttp.ts'
import { registerForm, type RegisterForm } from '../fixtures/samples/samplePlayers.ts'
import { type ServerProcess, startServer } from '../fixtures/processes/startServer.ts'
import { roundRobinProxy, type RoundRobinProxy } from '../fixtures/processes/roundRobinProxy.ts'
import { logInForm, TestVisitor } from '../fixtures/testVisitor.ts'
import { textOfMail } from '../fixtures/samples/textOfMail.ts'

const local = new URL('../../../../deploy/samples/local.json', import.meta.url)

describe('two processes behind a proxy without sticky sessions (T40)', () => {
  let folder: string
  let proxy: RoundRobinProxy
  let mails: MailSink
  let database: { readonly url: string; readonly drop: () => Promise<void> }
  let deployment: Deployment
  const processes: ServerProcess[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-two-servers-'))
    proxy = await roundRobinProxy()
    mails = await openMailSink()
    database = await copyOfTemplate()
    const AccountUrl = `http://localhost:${proxy.port}`
    const file = { ...(JSON.parse(await readFile(local, 'utf8')) as DeploymentFile), AccountUrl }
    deployment = deploymentOf('local', file, {})
    const deployments = join(folder, 'deployments')
    await mkdir(deployments)
    await writeFile(join(deployments, 'local.json'), JSON.stringify(file))
    for (const _ of ['one', 'two']) {
      const server = await startServer({
        LIMITS: 'on',
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        DEPLOYMENTS_DIR: deployments,
        PORTAL_DIST: join(folder, 'none'),
        SMTP_URL: mails.url,
      })
      if ((await server.ready) !== null) throw new Error(server.output())
      processes.push(server)
      proxy.servers.push(server.port)
    }
  })
  afterAll(async () => {
    await Promise.all(
      processes.map(async ({ child }) => {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }),
    )
    await proxy.close()
    await mails.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const visitor = () => new TestVisitor(overHttp(proxy.port), deployment, '')

  /** The link of the only mail to an address. */
  async function linkTo(email: string): Promise<string> {
    const mine = () => mails.received.map(textOfMail).filter((mail) => mail.includes(email))
    while (mine().length === 0) await mails.next()
    return /\?uid=([\w-]+)/.exec(mine()[0] ?? '')?.[1] ?? ''
  }

  async function newPlayer(Username: string): Promise<RegisterForm> {
    const form = registerForm({ Username })
    await visitor().call('registerNewUser', { body: form })
    await visitor().call('confirmEmail', { body: { Uid: await linkTo(form.Email) } })
    return form
  }

  it('share registration, log-in, session, refresh and log-out of a player', async () => {
    const { Username, Password, Email } = await newPlayer('Ada')
    const ada = visitor()
    const { Id_User: userId, Value, Refresh } = await ada.logIn(Username, Password)
    for (let count = 0; count < 10; count += 1) await ada.call('listConnections', {})
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    const [one, two] = await Promise.all([
      ada.call('refreshToken', { query }),
      ada.call('refreshToken', { query }),
    ])
    expect(one).toEqual(two)
    ada.identity = one.AccessToken
    await ada.readToken()
    await ada.call('logOut', { path: { userId }, body: {} })
    for (let count = 0; count < 4; count += 1) {
      expect((await ada.refused('listConnections', {})).status).toBe(401)
    }
    const [least = 0] = [...proxy.counts.values()].toSorted((a, b) => a - b)
    expect(proxy.counts.size).toBe(2)
    expect(least).toBeGreaterThan(8)
    expect(mails.received.filter((mail) => textOfMail(mail).includes(Email))).toHaveLength(1)
  })

  it('count wrong passwords together and then refuse the right one', async () => {
    const { Username, Password } = await newPlayer('Bea')
    const guess = { body: logInForm({ UsernameOrEmail: Username, Password: 'wrong-1' }) }
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => visitor().refused('logIn', guess)),
    )
    const tried = answers.filter(({ items }) =>
      items[0]?.startsWith('ERROR_USERNAME_PASSWORD_INCORRECT'),
    )
    // The tries of a day that cost unknown visitors nothing.
    expect(tried).toHaveLength(6)
    const right = { body: logInForm({ UsernameOrEmail: Username, Password }) }
    expect((await visitor().refused('logIn', right)).items).not.toEqual(tried[0]?.items)
  })
})

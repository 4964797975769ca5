import { describe, expect, it } from 'vitest'
import type { CrashScenario } from '../../fixtures/crashes/runCrashScenarios.ts'
import {
  type RegisterForm,
  registerForm,
  samplePassword,
} from '../../fixtures/samples/samplePlayers.ts'
import { logInForm, type TestVisitor } from '../../fixtures/testVisitor.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

interface Registering {
  readonly visitor: TestVisitor
  readonly form: RegisterForm
}

const registration: CrashScenario<Registering> = {
  begin: async (server, name) => ({
    visitor: server.visitor(),
    form: registerForm({ Username: name, AccessKeyValue: server.freshKey() }),
  }),
  act: ({ visitor, form }) => visitor.call('registerNewUser', { body: form }),
  async left(server, { form }) {
    // One statement each: the tables may lie on different machines.
    const all = await server.look<{ id: string; username: string }>(
      'select id, username from players',
    )
    const ids = all.flatMap(({ id, username }) => (username === form.Username ? id : []))
    const consents = await server.look('select from consents where player_id = any ($1)', [ids])
    const links = await server.look('select from mail_links where email = $1', [form.Email])
    const keys = await server.look<{ by: string }>(
      'select used_by as by from access_keys where used_at is not null',
    )
    const found = JSON.stringify({
      players: ids.length,
      consents: consents.length,
      links: links.length,
      burnt: keys.filter(({ by }) => all.every(({ id }) => id !== by)).length,
      keys: keys.filter(({ by }) => ids.includes(by)).length,
    })
    if (found === '{"players":0,"consents":0,"links":0,"burnt":0,"keys":0}') return 'nothing'
    return /^\{"players":1,"consents":[23],"links":1,"burnt":0,"keys":1\}$/.test(found)
      ? 'all'
      : `half: ${found}`
  },
  async goOn(server, { form }, left) {
    const visitor = server.visitor()
    if (left === 'nothing') await visitor.call('registerNewUser', { body: form })
    await visitor.call('confirmEmail', { body: { Uid: await server.linkTo(form.Email) } })
    await visitor.logIn(form.Username, samplePassword)
  },
}

interface Confirming {
  readonly visitor: TestVisitor
  readonly form: RegisterForm
  readonly link: string
}

const confirmation: CrashScenario<Confirming> = {
  async begin(server, name) {
    const visitor = server.visitor()
    const form = registerForm({ Username: name, AccessKeyValue: server.freshKey() })
    await visitor.call('registerNewUser', { body: form })
    return { visitor, form, link: await server.linkTo(form.Email) }
  },
  act: ({ visitor, link }) => visitor.call('confirmEmail', { body: { Uid: link } }),
  async left(server, { form }) {
    const [row] = await server.look<{ confirmed: boolean; used: boolean; notified: boolean }>(
      `select p.confirmed_at is not null confirmed, l.used_at is not null used,
        exists (select from account_events e where e.player_id = p.id) notified
      from players p join mail_links l on l.player_id = p.id where p.username = $1`,
      [form.Username],
    )
    const found = JSON.stringify(row)
    if (found === '{"confirmed":false,"used":false,"notified":false}') return 'nothing'
    return row?.confirmed && row.used ? 'all' : `half: ${found}`
  },
  async goOn(server, { form, link }, left) {
    const visitor = server.visitor()
    if (left === 'nothing') {
      const body = logInForm({ UsernameOrEmail: form.Username, Password: samplePassword })
      expect((await visitor.refused('logIn', { body })).items).toEqual(['ERROR_USER_CONFIRMED@'])
    }
    // The second click, or the first one that reached the server: it answers confirmed.
    await visitor.call('confirmEmail', { body: { Uid: link } })
    await visitor.logIn(form.Username, samplePassword)
  },
}

describe('a server that crashes', () => {
  it('leaves all or nothing of a registration before every statement of it (T12)', async () => {
    expect(await servers.crashAtEveryStep(registration)).toBeGreaterThanOrEqual(7)
  })

  it('confirms once or not at all before every statement of a confirmation (T13)', async () => {
    expect(await servers.crashAtEveryStep(confirmation)).toBeGreaterThanOrEqual(5)
  })
})

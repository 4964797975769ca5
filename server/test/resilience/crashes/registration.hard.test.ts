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
    const [row] = await server.look<Record<string, number>>(
      `select count(p.id)::int players,
        (select count(*) from consents c where c.player_id in (select id from players where username = $1))::int consents,
        (select count(*) from mail_links l where l.email = $2)::int links,
        (select count(*) from access_keys k where k.used_at is not null and not exists
          (select from players o where o.id = k.used_by))::int burnt,
        (select count(*) from access_keys k join players o on o.id = k.used_by where o.username = $1)::int keys
      from players p where p.username = $1`,
      [form.Username, form.Email],
    )
    const found = JSON.stringify(row)
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

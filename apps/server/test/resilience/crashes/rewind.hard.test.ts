import { expect, it } from 'vitest'
import {
  crashTestPlayer,
  type CrashTestPlayer,
} from '../../fixtures/crashes/openCrashableServers.ts'
import type { CrashScenario } from '../../fixtures/crashes/runCrashScenarios.ts'
import { samplePassword } from '../../fixtures/samples/samplePlayers.ts'
import type { CrashableServer } from '../../fixtures/crashes/crashableServer.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'
import { acting, entryOf, readSafety, type SafetyMail } from '../../fixtures/safetyMails.ts'

const servers = crashableServersOfFile({ EnableSecuritySection: true })

interface Stolen extends CrashTestPlayer {
  readonly mail: SafetyMail
  readonly from: number
}

const isSafety = (text: string) => text.includes('/account-safety?link=')
const newEmailOf = (email: string) => `new-${email}`

/** What is left of a takeover, and what there is of its rewind. */
async function stateOf(server: CrashableServer, userId: number): Promise<string> {
  const [row] = await server.look<{ state: string }>(
    `select concat_ws(' ', case when p.email_key like 'new-%' then 'new' else 'old' end,
        case when p.password_hash is null then 'without password' else 'with password' end,
        case when p.held_until is null then 'free' else 'held' end,
        (select count(*) from account_ledger l where l.player_id = p.id and l.act = 'rewound'),
        (select count(*) from rewinds r where r.player_id = p.id),
        (select count(*) from erasure_records e where e.player_id = p.id),
        (select count(*) from sessions s where s.player_id = p.id and s.revoked_at is null)) state
      from players p where p.id = $1`,
    [userId],
  )
  return row?.state ?? 'no player'
}

const rewinding: CrashScenario<Stolen> = {
  async begin(server, name) {
    const player = await crashTestPlayer(server, name)
    const { visitor, userId, form } = player
    const Email = newEmailOf(form.Email)
    await visitor.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
    const uid = await server.linkTo(Email)
    await server.visitor().call('confirmEmailUpdate', { query: { uid } })
    const texts = () => server.mails(form.Email)
    await expect.poll(async () => (await texts()).some(isSafety), { timeout: 60_000 }).toBe(true)
    const text = (await texts()).findLast(isSafety) ?? ''
    const mail = {
      link: /\/account-safety\?link=([\w-]+)/.exec(text)?.[1] ?? '',
      number: /number: (\d{6})/.exec(text)?.[1] ?? '',
      subject: '',
    }
    const page = await readSafety(server.visitor(), mail)
    return { ...player, mail, from: entryOf(page, 'email-changed').Id }
  },
  act: ({ visitor, mail, from: From }) => visitor.call('actOnSafetyLink', acting(mail, { From })),
  async left(server, { userId }) {
    const state = await stateOf(server, userId)
    if (state === 'new with password free 0 0 0 1') return 'nothing'
    return state === 'old without password held 1 1 1 0' ? 'all' : `half: ${state}`
  },
  async goOn(server, { form, mail, from: From }) {
    const visitor = server.visitor()
    expect((await visitor.call('actOnSafetyLink', acting(mail, { From }))).Outcome).toBe('done')
    const restored = async () =>
      (await server.mails(form.Email)).filter((text) => /was restored/.test(text))
    await expect.poll(async () => (await restored()).length, { timeout: 60_000 }).toBe(1)
    const Token = server.linksTo(form.Email).at(-1) ?? ''
    const body = { Token, Password: samplePassword, Confirm: samplePassword }
    await visitor.call('validatePasswordRecovery', { body })
    await visitor.logIn(form.Email, samplePassword)
    expect(await restored()).toHaveLength(1)
  },
}

it('leaves a takeover or its rewind before every statement of one, and one mail of it (AT-SEC-30)', async () => {
  expect(await servers.crashAtEveryStep(rewinding)).toBeGreaterThanOrEqual(15)
})

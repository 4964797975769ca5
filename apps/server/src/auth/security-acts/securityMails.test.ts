import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  enrolledPlayer,
  firstStep,
  logInTwice,
  stepBody,
  strong,
} from '../../../test/fixtures/enrolled.ts'
import { addPasskey, softPasskey } from '../../../test/fixtures/passkeys/passkeySteps.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  const unseen = { StrongSignIn: 'optional' } as const
  app = await startApp({ deployments: { local: strong, 'two-point-studios': unseen } })
})
afterAll(() => app.close())

interface Read {
  readonly subject: string
  /** The secret of its safety link; undefined for a button that leads elsewhere. */
  readonly link: string | undefined
  readonly number: string | undefined
  readonly text: string
}

async function mailsOf(name: string): Promise<Read[]> {
  const mails = await app.mails(`${name.toLowerCase()}@site.test`)
  return mails.map(({ subject, text }) => ({
    subject,
    link: /\/account-safety\?link=([\w-]+)/.exec(text)?.[1],
    number: /number: (\d{6})/.exec(text)?.[1],
    text,
  }))
}

const frozenBy = (Link: string, Number: string) => ({
  body: { Link, Number, Act: 'freeze' as const, Password: '', Confirm: '' },
})

it('every mail about a factor freezes the account by its number, of several at one moment each one (AT-STR-03, AT-STR-13, G84)', async () => {
  const name = 'Ada'
  const { visitor, appId } = await enrolledPlayer(app, name)
  const { Passkey } = await addPasskey(visitor, softPasskey(app), 'Laptop')
  await visitor.call('makeRecoveryCodes', { body: {} })
  await visitor.call('setTwoStep', { body: { IsOn: false } })
  await visitor.call('setTwoStep', { body: { IsOn: true } })
  await visitor.call('removePasskey', { body: { Id: Passkey.Id } })
  await visitor.call('removeAuthenticator', { body: { Id: appId } })
  const about = (await mailsOf(name)).filter(({ link }) => link !== undefined)
  const starts = [
    'An authenticator app was added',
    'Two-step verification is on',
    'A passkey was added',
    'New recovery codes',
    'Two-step verification is off',
    'Two-step verification is on',
    'A passkey was removed',
    'An authenticator app was removed',
    'Two-step verification is off',
  ]
  expect(about.map(({ subject }, at) => subject.startsWith(starts[at] ?? '?'))).toEqual(
    starts.map(() => true),
  )
  const elsewhere = app.visitor('local', '198.51.100.20')
  for (const { link = '' } of about) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a player reads them
    const read = await elsewhere.call('readSafetyLink', { body: { Link: link } })
    expect(read).toMatchObject({ Kind: 'freeze', NeedsNumber: true })
  }
  const [{ link = '', number = '' } = { link: '', number: '' }] = about
  const bare = await elsewhere.refused('actOnSafetyLink', frozenBy(link, ''))
  expect(bare.items).toEqual(['ERROR_NUMBER_INVALID@Number'])
  expect(await elsewhere.call('actOnSafetyLink', frozenBy(link, number))).toMatchObject({
    Outcome: 'done',
  })
  expect((await visitor.refused('readSecurity', {})).status).toBe(401)
})

it('a recovery code and a new browser are mailed at one moment, and both links work (AT-STR-18, G84)', async () => {
  const player = await enrolledPlayer(app, 'Bea')
  await logInTwice(app, app.visitor('local', '198.51.100.21'), player)
  const thief = app.visitor('local', '198.51.100.22')
  const step = await firstStep(thief, 'Bea')
  const used = stepBody(step, { Way: 'recovery-code', Code: player.codes[0] ?? '' })
  thief.identity = (await thief.call('secondStep', used)).Created
  const links = (await mailsOf('Bea')).slice(-2)
  expect(links.map(({ subject }) => subject).toSorted()).toEqual([
    expect.stringMatching(/^A recovery code/),
    expect.stringMatching(/^New log-in/),
  ])
  for (const { link = '' } of links) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a player reads them
    const read = await player.visitor.call('readSafetyLink', { body: { Link: link } })
    expect(read).toMatchObject({ Kind: 'freeze', NeedsNumber: false })
  }
})

it('a number stands below the button of its mail, in both parts, and only where the page may ask for it', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Nina' }))
  await visitor.call('freeze', { body: {} })
  const mail = (await app.mails('nina@site.test')).at(-1)
  const words = 'If the page asks for a number: '
  for (const part of [mail?.text ?? '', (mail?.html ?? '').replaceAll(/<[^>]*>/g, '')]) {
    expect(part.split(words)).toHaveLength(2)
    expect(part.indexOf(words)).toBeGreaterThan(part.lastIndexOf('/account-safety?link='))
  }
  const enrolled = await enrolledPlayer(app, 'Otto')
  await enrolled.visitor.call('freeze', { body: {} })
  const other = (await app.mails('otto@site.test')).at(-1)
  expect(other?.text).toContain('/account-safety?link=')
  expect(other?.text).not.toContain(words)
})

it('without the section each mail about a factor leads to another password (G84)', async () => {
  await enrolledPlayer(app, 'Cleo', 'two-point-studios')
  const added = (await mailsOf('Cleo')).find(({ subject }) => subject.includes('app was added'))
  expect(added?.text).toContain('/password-recovery')
  expect(added?.link).toBeUndefined()
})

it('twenty mails a day are about factors, and the acts beyond go on (G84)', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Dana' }))
  const before = (await mailsOf('Dana')).length
  const addAndRemove = async (): Promise<void> => {
    const { Passkey } = await addPasskey(visitor, softPasskey(app), 'Key')
    await visitor.call('removePasskey', { body: { Id: Passkey.Id } })
  }
  for (let count = 0; count < 11; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one session does one act after the other
    await addAndRemove()
  }
  expect((await mailsOf('Dana')).length - before).toBe(20)
})

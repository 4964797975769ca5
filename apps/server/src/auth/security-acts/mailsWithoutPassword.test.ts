import type { Language } from '@gatehouse/contract/languages'
import { languageNames } from '@gatehouse/contract/languageNames'
import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTurn } from '../../../test/fixtures/isThorough.ts'
import { partnerPlayer } from '../../../test/fixtures/partners/partnerPlayer.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type DeploymentName, type TestApp } from '../../../test/fixtures/startApp.ts'
import { findById } from '../../database/accounts/players.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { namedInMails } from '../../mail/sampleMails.ts'
import { mailAbout, type SecurityMail, securityMails } from './securityMails.ts'

/* A partner's player has no password: no mail names one, or leads to another one. */

let app: TestApp

beforeAll(async () => {
  const section = { EnableSecuritySection: true } as const
  const spoken = { Languages: '*' } as const
  app = await startApp({ deployments: { relic: spoken, prod: { ...section, ...spoken } } })
})
afterAll(() => app.close())

/** Mails of an act for which a password is needed, a second factor, or an address that is kept here. */
const ofOwnPlayers: ReadonlySet<string> = new Set([
  'newLogIn',
  'leakedPassword',
  'secondStepFailed',
  'passwordChanged',
  'passwordRecovered',
  'passwordRemoved',
  'passwordRecovery',
  'emailChangeAsked',
  'emailRestored',
  'recoverLink',
  'recoveryWaits',
  'recoveryReady',
  'recoveryStopped',
  'recovered',
  'leakedPassword',
  'rewindDone',
] satisfies (keyof typeof securityMails)[])

const names = Object.keys(securityMails).filter((name) => !ofOwnPlayers.has(name))

/** The word for a password in each language, as docs/translating.md has it, in all of its forms. */
const password: Readonly<Record<Language, RegExp>> = {
  en: /password/i,
  ar: /كلمة (ال)?مرور|كلمة مرور/,
  de: /passwort|passwörter/i,
  es: /contraseña/i,
  fr: /mots? de passe/i,
  it: /password/i,
  ja: /パスワード/,
  ko: /비밀번호/,
  pl: /hasł|haseł/i,
  'pt-BR': /senha/i,
  ru: /парол/i,
  'zh-Hans': /密码/,
}

for (const deployment of ['relic', 'prod'] as const satisfies readonly DeploymentName[]) {
  it.each(names)(
    `the mail %s names no password to a partner’s player of ${deployment}`,
    async (name) => {
      const { services } = app
      const { kysely } = services.database
      const visitor = await partnerPlayer(app, deployment, `${name}Of${deployment}`)
      const { Id_User: id } = await visitor.readToken()
      const player = await findById(kysely, deployment, id)
      if (player === undefined) throw new Error('There is no such player.')
      const { limit: _, wayBack } = securityMails[name as keyof typeof securityMails]
      const link = wayBack === 'link' ? { link: { path: '/account/update-email/recovery' } } : {}
      const mail = { ...namedInMails, name, ...link } as unknown as SecurityMail
      const turn = names.indexOf(name) + (deployment === 'prod' ? 6 : 0)
      for (const language of inTurn(Object.keys(password) as Language[], turn)) {
        const context = { deployment: visitor.deployment, services, clientContext: null }
        // oxlint-disable-next-line no-await-in-loop -- the last mail is the one of this language
        await inTransaction(kysely, (transaction) =>
          mailAbout(context, transaction, { ...player, language }, mail),
        )
        // oxlint-disable-next-line no-await-in-loop -- the same
        const { subject = '', text = '', html = '' } = (await app.mails(player.email)).at(-1) ?? {}
        expect(html).toContain(`lang="${language}"`)
        expect(`${subject}\n${text}`).not.toMatch(password[language])
        expect(text).not.toContain('/password-recovery')
      }
    },
  )
}

it('the words for a password are those of every language', () => {
  expect(Object.keys(password).toSorted()).toEqual(Object.keys(languageNames).toSorted())
})

it('the mail about a copied session advises another password to a player who has one alone', async () => {
  const own = await signedInPlayer(app, registerForm({ Username: 'Ada' }), 'prod')
  const partners = await partnerPlayer(app, 'prod', 'Pat')
  const mails = ['ada@site.test', 'pat@relic.test'] as const
  for (const visitor of [own, partners]) {
    // oxlint-disable-next-line no-await-in-loop -- one session after the other
    const { Value, Refresh } = await visitor.readToken()
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    // oxlint-disable-next-line no-await-in-loop -- the same
    await visitor.call('refreshToken', { query })
    app.clock.advance(lifetimes.refreshGrace + 1)
    // oxlint-disable-next-line no-await-in-loop -- the same
    await visitor.refused('refreshToken', { query })
  }
  const [toOwn, toPartners] = await Promise.all(
    mails.map(async (address) => (await app.mails(address)).at(-1)?.text ?? ''),
  )
  expect(toOwn).toContain('Log in again and choose a new password.')
  expect(toPartners).toContain('Somebody may have copied it.')
  expect(toPartners).not.toMatch(password.en)
})

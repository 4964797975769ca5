import { directionOf } from '@gatehouse/contract/direction'
import type { Language } from '@gatehouse/contract/languages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mail } from '../../src/mail/mailer.ts'
import { wordsOf } from '../../src/words/wordsOf.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import { linkToken, registerForm, samplePassword } from '../fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../fixtures/startApp.ts'

let app: TestApp

const strict = { enumerationProtection: 'strict' as const }

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: {
      local: { Languages: '*' },
      'two-point-studios': { Languages: '*' },
      preprod: { Languages: 'en,fr', DefaultLanguage: 'fr', ...strict },
    },
  })
})
afterAll(() => app.close())

/** A visitor whose browser has a chosen language. */
function visitorWith(language: string, at: DeploymentName) {
  const visitor = app.visitor(at)
  visitor.jar.set('sso_language', language)
  return visitor
}

/** The name of each mail to an address among the words of a language; null for one in another. */
async function mailsIn(language: Language, to: string, studio: string) {
  const subjects = Object.entries(wordsOf(language)).filter(([key]) => key.endsWith('.subject'))
  return (await app.mails(to)).map((mail) => {
    const found = subjects.find(([, said]) => said.replace('{studio}', studio) === mail.subject)
    return found && isIn(language, mail) ? found[0].replace('.subject', '') : null
  })
}

function isIn(language: Language, { text, html }: Mail): boolean {
  const head = `<html lang="${language}"${language === 'en' ? '' : ` dir="${directionOf(language)}"`}>`
  const greeting = wordsOf(language).greeting.split('{username}')
  return html.includes(head) && greeting.every((part) => text.includes(part))
}

describe('a player who reads another language', () => {
  it.each([
    ['ar', 'local'],
    ['ja', 'two-point-studios'],
    ['de', 'two-point-studios'],
  ] as const)('gets every mail of a life in %s at %s (AT-LNG-05)', async (language, at) => {
    const { RegisterStudioName: studio } = app.deployment(at).configuration
    const { rules } = app.deployment(at)
    const form = registerForm({ Username: `Lina${language}` })
    const second = `second-${form.Email}`
    const visitor = visitorWith(language, at)
    await visitor.call('registerNewUser', { body: form })
    const token = await linkToken(app, form.Email)
    await (rules.registrationMailOpens === 'confirm-email'
      ? visitor.call('confirmEmail', { body: { Uid: token } })
      : visitor.call('verifyRegistration', { body: { VerificationCode: token } }))
    await visitor.call('recoverPassword', { body: { email: form.Email } })
    const { Id_User: userId } = await visitor.logIn(form.Username, samplePassword)
    const body = { Email: second, ConfirmEmail: second }
    await visitor.call('updateEmail', { path: { userId }, body })
    const uid = await linkToken(app, second)
    await visitor.call('confirmEmailUpdate', { query: { uid } })
    // A deletion drops the mails that are still waiting.
    await app.mails()
    await visitor.call('deleteUser', {
      path: { userId },
      body: { Password: samplePassword, Email: second, Id_DeletionType: null, DeletionReason: '' },
    })
    expect(await mailsIn(language, form.Email, studio)).toEqual([
      'confirmation',
      'passwordRecovery',
      'emailChangeAsked',
      'emailChanged',
    ])
    expect(await mailsIn(language, second, studio)).toEqual([
      'emailChangeConfirmation',
      'emailWelcomed',
      'farewell',
    ])
  })

  it('gets a mail without a visitor in the language of the deployment', async () => {
    const visitor = visitorWith('en', 'preprod')
    const form = registerForm({ Username: 'Odile' })
    await visitor.call('registerNewUser', { body: form })
    const uid = await linkToken(app, form.Email)
    await visitor.call('confirmEmail', { body: { Uid: uid } })
    const line = `players erase Odile --deployment preprod --why "They asked."`
    expect((await gatehouse(app, line)).errors).toBe('')
    const { RegisterStudioName: studio } = app.deployment('preprod').configuration
    expect(await mailsIn('fr', form.Email, studio)).toEqual([null, 'farewell'])
  })
})

describe('the language of a request', () => {
  const evil = [
    '../../etc/passwd',
    '__proto__',
    'constructor',
    'ar"onload="x',
    'x'.repeat(5000),
    'ar%0d%0aBcc:%20b@evil.test',
    '<script>',
  ]

  it('brings nothing into a mail but one of the deployment’s languages (L22)', async () => {
    const { RegisterStudioName: studio } = app.deployment('preprod').configuration
    for (const [index, text] of [...evil, 'ar', 'ja'].entries()) {
      const form = registerForm({ Username: `Mona${index}` })
      const visitor = app.visitor('preprod')
      const { AccountApiUrl } = visitor.deployment.configuration
      const answer = await visitor.send({
        method: 'POST',
        url: `${new URL(AccountApiUrl, visitor.deployment.origin).pathname}/register/new-user?ui_locales=${encodeURIComponent(text)}`,
        headers: {
          'content-type': 'application/json',
          cookie: `sso_language=${encodeURIComponent(text)}`,
          'accept-language': text,
        },
        payload: JSON.stringify(form),
      })
      expect(answer.statusCode).toBe(201)
      expect(await mailsIn('fr', form.Email, studio)).toEqual(['confirmation'])
      const [mail] = await app.mails(form.Email)
      expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/evil\.|passwd|__proto|script|x{9}/)
      expect(mail?.html).not.toMatch(/evil\.|passwd|__proto|<script|onload=|x{9}/)
    }
  })

  it('decides nothing where one language is offered (AT-LNG-15)', async () => {
    const form = registerForm({ Username: 'Nora' })
    await visitorWith('ar', 'sandbox').call('registerNewUser', { body: form })
    const { RegisterStudioName: studio } = app.deployment('sandbox').configuration
    expect(await mailsIn('en', form.Email, studio)).toEqual(['confirmation'])
  })

  it('does not show whose address is taken: the answers are the same in each (L22)', async () => {
    const form = registerForm({ Username: 'Paula' })
    const owner = visitorWith('fr', 'preprod')
    await owner.call('registerNewUser', { body: form })
    await owner.call('confirmEmail', { body: { Uid: await linkToken(app, form.Email) } })
    const answers = []
    for (const Email of [form.Email, 'free@site.test']) {
      const other = visitorWith('en', 'preprod')
      const Username = `Quinn${answers.length}`
      await other.call('registerNewUser', { body: registerForm({ Username, Email }) })
      answers.push([
        other.last?.statusCode,
        other.last?.body,
        other.last?.headers['content-language'],
      ])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[2]).toBeUndefined()
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  enrol,
  type Enrolled,
  firstStep,
  logInTwice,
  strong,
} from '../../../test/fixtures/enrolled.ts'
import {
  addPasskey,
  logInWithPasskey,
  proofForm,
  softPasskey,
  stepForm,
} from '../../../test/fixtures/passkeys/passkeySteps.ts'
import type { SoftPasskey } from '../../../test/fixtures/passkeys/softPasskey.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { isThorough } from '../../../test/fixtures/isThorough.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

/* What is removed, of every combination of factors; whatever is left then logs its player in. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
})
afterAll(() => app.close())

const removals = ['password', 'passkey', 'app'] as const
type Removed = (typeof removals)[number]

interface Case {
  readonly passkeys: number
  readonly hasPassword: boolean
  readonly hasApp: boolean
  readonly isTwoStep: boolean
  readonly removed: Removed
}

const cases: readonly Case[] = [0, 1, 2].flatMap((passkeys) =>
  [true, false].flatMap((hasPassword) =>
    [true, false].flatMap((hasApp) =>
      [true, false].flatMap((isTwoStep) =>
        removals.map((removed) => ({ passkeys, hasPassword, hasApp, isTwoStep, removed })),
      ),
    ),
  ),
)

/** Whether there is such a player, who has what is removed. */
function isPossible({ passkeys, hasPassword, hasApp, isTwoStep, removed }: Case): boolean {
  if (!hasPassword && (passkeys < 2 || isTwoStep)) return false
  if (isTwoStep && passkeys === 0 && !hasApp) return false
  return { password: hasPassword, passkey: passkeys > 0, app: hasApp }[removed]
}

/** The codes of the refusal; empty where it is removed. */
function refusalOf({ passkeys, hasPassword, hasApp, isTwoStep, removed }: Case): string[] {
  if (removed === 'app') return []
  if (removed === 'password') return passkeys < 2 ? ['ERROR_LAST_WAY_IN@'] : []
  if (passkeys > 1) return []
  if (!hasPassword) return ['ERROR_LAST_WAY_IN@']
  return isTwoStep && !hasApp ? ['ERROR_TWO_STEP_NEEDED@'] : []
}

let count = 0

interface Keys {
  readonly name: string
  readonly visitor: TestVisitor
  readonly passkeys: { readonly id: number; readonly key: SoftPasskey }[]
  readonly app: Enrolled | null
}

async function playerOf({ passkeys, hasPassword, hasApp, isTwoStep }: Case): Promise<Keys> {
  count += 1
  const name = `Loser${count}`
  const visitor = await signedInPlayer(app, registerForm({ Username: name }))
  // An app switches the second step on.
  const enrolled = hasApp ? await enrol(app, name, visitor) : null
  const added: Keys['passkeys'] = []
  while (added.length < passkeys) {
    const key = softPasskey(app)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    added.push({ id: (await addPasskey(visitor, key)).Passkey.Id, key })
  }
  if (!hasApp && isTwoStep) await visitor.call('makeRecoveryCodes', { body: {} })
  if (hasApp || isTwoStep) await visitor.call('setTwoStep', { body: { IsOn: isTwoStep } })
  const [last] = added
  // The second step asks for a proof by it.
  if (isTwoStep && last && !hasApp) await visitor.call('prove', await proofForm(visitor, last.key))
  if (!hasPassword) await visitor.call('removePassword', { body: {} })
  return { name, visitor, passkeys: added, app: enrolled }
}

/** Removes it; the codes of the refusal, or none. */
async function remove({ visitor, passkeys, app: enrolled }: Keys, given: Case): Promise<string[]> {
  const [{ id: Id } = { id: 0 }] = passkeys
  const isRefused = refusalOf(given).length > 0
  if (given.removed === 'password') {
    if (isRefused) return (await visitor.refused('removePassword', { body: {} })).items
    await visitor.call('removePassword', { body: {} })
  } else if (given.removed === 'passkey') {
    if (isRefused) return (await visitor.refused('removePasskey', { body: { Id } })).items
    await visitor.call('removePasskey', { body: { Id } })
    passkeys.shift()
  } else await visitor.call('removeAuthenticator', { body: { Id: enrolled?.appId ?? 0 } })
  return []
}

/** Logs the player in by each way that is left. */
async function logInAgain({ name, visitor, passkeys, app: enrolled }: Keys): Promise<number> {
  const { HasPassword, Apps, TwoStep } = await visitor.call('readSecurity', {})
  let ways = 0
  for (const { key } of passkeys) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await logInWithPasskey(app.visitor(), key)
    ways += 1
  }
  if (!HasPassword) return ways
  const elsewhere = app.visitor()
  if (!TwoStep) await elsewhere.logIn(name, samplePassword)
  else if (Apps.length > 0 && enrolled) await logInTwice(app, elsewhere, enrolled)
  else {
    const [{ key } = { key: softPasskey(app) }] = passkeys
    const step = await firstStep(elsewhere, name)
    await elsewhere.call('secondStep', await stepForm(elsewhere, step, key))
  }
  return ways + 1
}

const possible = cases.filter(isPossible)

// By day those that are refused, and some of the others.
it.each(possible.filter((given, at) => isThorough || refusalOf(given).length > 0 || at % 4 === 0))(
  'of $passkeys passkeys, a password ($hasPassword), an app ($hasApp) and a second step ($isTwoStep), $removed is removed, or refused by one rule',
  async (given) => {
    const keys = await playerOf(given)
    expect(await remove(keys, given)).toEqual(refusalOf(given))
    expect(await logInAgain(keys)).toBeGreaterThan(0)
  },
)

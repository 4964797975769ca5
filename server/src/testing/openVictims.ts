import { registerForm, type RegisterForm } from './samplePlayers.ts'
import { startStandIns } from './standIns.ts'
import type { TestVisitor } from './testVisitor.ts'
import { Victim } from './victim.ts'

/** Two servers that die side by side, each over a database of its own, and the outside of both. */
export interface Victims {
  readonly both: readonly Victim[]
  readonly close: () => Promise<void>
}

export async function openVictims(): Promise<Victims> {
  const standIns = await startStandIns()
  const both = await Promise.all([Victim.open(standIns), Victim.open(standIns)])
  return {
    both,
    async close() {
      await Promise.all(both.map((victim) => victim.close()))
      await standIns.stop()
    },
  }
}

export interface VictimPlayer {
  readonly visitor: TestVisitor
  readonly form: RegisterForm
  readonly userId: number
}

/** A player of a victim who has confirmed the address and is logged in. */
export async function victimPlayer(victim: Victim, name: string): Promise<VictimPlayer> {
  const visitor = victim.visitor()
  const form = registerForm({ Username: name, AccessKeyValue: victim.freshKey() })
  await visitor.call('registerNewUser', { body: form })
  await visitor.call('confirmEmail', { body: { Uid: await victim.linkTo(form.Email) } })
  const { Id_User: userId } = await visitor.logIn(form.Username, form.Password)
  return { visitor, form, userId }
}

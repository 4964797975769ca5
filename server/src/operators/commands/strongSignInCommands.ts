import * as z from 'zod'
import {
  countFactors,
  countWithoutCodes,
  type FactorCount,
} from '../../database/auth/countFactors.ts'
import { factorBits } from '../../database/schema/values.ts'
import { readCommand } from '../command/command.ts'
import { deployment } from '../command/orderFields.ts'

const report = readCommand({
  name: 'strong-sign-in report',
  summary: 'Counts the players with passkeys, with authenticator apps, with both and with none.',
  order: z.strictObject({ deployment }),
  async answer(services, _, { name, configuration: { StrongSignIn } }) {
    const { kysely } = services.database
    const counts = await countFactors(kysely, name)
    const noCodesLeft = await countWithoutCodes(kysely, name)
    return { data: { strongSignIn: StrongSignIn, ...totalsOf(counts), noCodesLeft } }
  },
})

export const strongSignInCommands = [report]

function totalsOf(counts: readonly FactorCount[]) {
  const sum = (holds: (each: FactorCount) => boolean) =>
    counts.filter(holds).reduce((total, { count }) => total + count, 0)
  const own = (holds: (factors: number) => boolean) =>
    sum(({ isOfPartner, factors }) => !isOfPartner && holds(factors))
  const { passkey, app, twoStep, withoutPassword } = factorBits
  const exactly = (wanted: number) => own((factors) => (factors & (passkey | app)) === wanted)
  return {
    players: own(() => true),
    passkeysAlone: exactly(passkey),
    appsAlone: exactly(app),
    both: exactly(passkey | app),
    none: exactly(0),
    twoStep: own((factors) => (factors & twoStep) !== 0),
    withoutPassword: own((factors) => (factors & withoutPassword) !== 0),
    ofPartners: sum(({ isOfPartner }) => isOfPartner),
  }
}

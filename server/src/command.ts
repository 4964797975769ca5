import type * as z from 'zod'
import type { Services } from './services.ts'

/** What an operator can order on the command line. */
export interface Command<Order extends object = never> {
  /** Names it where a running server takes orders. */
  readonly name: string
  readonly order: z.ZodType<Order>
  /** Carries an order out and says what was done; throws a CommandRefused. */
  readonly carryOut: (services: Services, order: Order) => Promise<string>
}

/** An order that cannot be carried out; the message says why. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

export interface CommandAnswer {
  readonly isDone: boolean
  readonly message: string
}

/** Carries an order out and tells how it went. */
export async function answerTo<Order extends object>(
  { carryOut }: Command<Order>,
  services: Services,
  order: Order,
): Promise<CommandAnswer> {
  try {
    return { isDone: true, message: await carryOut(services, order) }
  } catch (error) {
    if (error instanceof CommandRefused) return { isDone: false, message: error.message }
    throw error
  }
}

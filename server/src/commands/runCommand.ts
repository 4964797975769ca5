import * as z from 'zod'
import { answerTo, type Command } from '../command.ts'
import { passOn } from '../commandSocket.ts'
import { closeServices, openServices } from '../services.ts'
import { readSettings, SettingsError } from '../settings.ts'

/**
 * Reads an order from the command line and has it carried out: by the server that has the embedded
 * database open, else by this process. What was not understood is told with the usage.
 */
export async function runCommand<Order extends object>(
  command: Command<Order>,
  usage: string,
  readOrder: () => object | Promise<object>,
): Promise<void> {
  try {
    const order = await understood(command, usage, readOrder)
    const settings = readSettings({ LOG_LEVEL: 'error', ...process.env })
    let answer = await passOn(settings, command, order)
    if (answer === null) {
      const services = await openServices(settings)
      answer = await answerTo(command, services, order).finally(() => closeServices(services))
    }
    if (!answer.isDone) throw new SettingsError(answer.message)
    console.log(answer.message)
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error)
    process.exitCode = 1
  }
}

async function understood<Order extends object>(
  command: Command<Order>,
  usage: string,
  readOrder: () => object | Promise<object>,
): Promise<Order> {
  try {
    return command.order.parse(await readOrder())
  } catch (error) {
    const fault = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new SettingsError(`${fault}\n\n${usage}`, { cause: error })
  }
}

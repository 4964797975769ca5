import type { FastifyInstance } from 'fastify'
import { SettingsError } from '../platform/config/settings.ts'

/**
 * Has a server listen; throws a SettingsError with the names of the settings where the address or the
 * port cannot be had.
 */
export async function listen(
  app: FastifyInstance,
  at: { readonly port: number; readonly host: string },
  names: string,
): Promise<void> {
  try {
    await app.listen(at)
  } catch (cause) {
    throw new SettingsError(`${names}: ${(cause as Error).message}. Choose others.`, { cause })
  }
}

import type { FastifyInstance } from 'fastify'
import { SettingsError } from '../platform/config/settings.ts'

/**
 * Starts listening; throws a SettingsError with the names of the settings for an unavailable
 * address or port.
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

/**
 * Accepts no more connections; resolves when the open ones are answered. A request that comes
 * in meanwhile is answered like any other.
 */
export function stopListening(app: FastifyInstance): Promise<void> {
  return new Promise((resolve) => app.server.close(() => resolve()))
}

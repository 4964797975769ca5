import { calls } from '@gatehouse/contract/calls'
import {
  type Configuration,
  type ConfigurationEnvelope,
  openConfiguration,
} from '@gatehouse/contract/configuration'

/** The element of a prerendered page with the envelope of the configuration that made it. */
export const envelopeId = 'configuration'

/**
 * Fetches the runtime configuration from the portal's own host, past every cache. Rejects when it
 * does not come, cannot be revealed or cannot be read.
 */
export async function loadConfiguration(): Promise<Configuration> {
  const response = await fetch(calls.runtimeConfiguration.path, { cache: 'no-store' })
  if (!response.ok) throw new Error(`The configuration call answered ${response.status}.`)
  return open((await response.json()) as ConfigurationEnvelope)
}

/** The configuration that made this page; null where it is not prerendered. */
export async function readPageConfiguration(): Promise<Configuration | null> {
  const text = document.getElementById(envelopeId)?.textContent
  if (text === undefined) return null
  return open(JSON.parse(text) as ConfigurationEnvelope).catch(() => null)
}

function open(envelope: ConfigurationEnvelope): Promise<Configuration> {
  const key = document.querySelector<HTMLMetaElement>('meta[name="configuration-key"]')?.content
  return openConfiguration(envelope, key ?? '')
}

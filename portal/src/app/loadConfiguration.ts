import { calls } from '@gatehouse/contract/calls'
import {
  type Configuration,
  type ConfigurationEnvelope,
  openConfiguration,
} from '@gatehouse/contract/configuration'

/**
 * Fetches the runtime configuration from the portal's own host, past every cache. Rejects when it
 * does not come, cannot be revealed or cannot be read.
 */
export async function loadConfiguration(): Promise<Configuration> {
  const response = await fetch(calls.runtimeConfiguration.path, { cache: 'no-store' })
  if (!response.ok) throw new Error(`The configuration call answered ${response.status}.`)
  const envelope = (await response.json()) as ConfigurationEnvelope
  const key = document.querySelector<HTMLMetaElement>('meta[name="configuration-key"]')?.content
  return openConfiguration(envelope, key ?? '')
}

import { calls } from '@gatehouse/contract/calls'
import {
  type Configuration,
  type ConfigurationEnvelope,
  openConfiguration,
} from '@gatehouse/contract/configuration'

/** The element of a prerendered page with the envelope of the configuration that made it. */
export const envelopeId = 'configuration'

/** Milliseconds after which the page says that it cannot start, and offers another try. */
const patience = 20_000

/** The page's `<meta>` with the key of a concealed configuration. */
export const configurationKeyMeta = 'configuration-key'

/**
 * Fetches the runtime configuration from the portal's own host, past every cache. Rejects when it
 * does not come, cannot be revealed or cannot be read.
 */
export async function loadConfiguration(): Promise<Configuration> {
  const response = await fetch(calls.runtimeConfiguration.path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok) throw new Error(`The configuration call answered ${response.status}.`)
  return open((await response.json()) as ConfigurationEnvelope)
}

/** The configuration that made this page; null where it is not prerendered, or not whole. */
export async function readPageConfiguration(): Promise<Configuration | null> {
  try {
    const text = document.getElementById(envelopeId)?.textContent ?? ''
    return await open(JSON.parse(text) as ConfigurationEnvelope)
  } catch {
    return null
  }
}

function open(envelope: ConfigurationEnvelope): Promise<Configuration> {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${configurationKeyMeta}"]`)
  const key = meta?.content
  return openConfiguration(envelope, key ?? '')
}

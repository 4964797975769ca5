import { compactVerify, type JWK } from 'jose'
import { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider'

/** Seconds that a client's assertion may live: its id is kept so long. */
const longestAssertion = 3600

/** The library's types leave out where it keeps a client's keys. */
interface WithKeys {
  readonly asymmetricKeyStore: Iterable<JWK> & {
    readonly stale: () => boolean
    readonly refresh: () => Promise<void>
  }
}

/**
 * Looks at a client's assertion once more, whose signature the library has found right. Refuses one that
 * could be shown for years, and one by a key that the client has taken from its address: the library
 * fetches again only where no key fits. While the address does not answer, the known keys count.
 */
export async function checkAssertion(
  { oidc }: KoaContextWithOIDC,
  { exp }: Readonly<Record<string, unknown>>,
  client: Client,
  now: Date,
): Promise<void> {
  if (Number(exp) > now.getTime() / 1000 + longestAssertion) throw new errors.InvalidClientAuth()
  const { asymmetricKeyStore: keys } = client as unknown as WithKeys
  if (!keys.stale()) return
  await keys.refresh().catch(() => undefined)
  const assertion = String(oidc.params?.['client_assertion'])
  for (const key of keys) {
    if ((await compactVerify(assertion, key).catch(() => null)) !== null) return
  }
  throw new errors.InvalidClientAuth()
}

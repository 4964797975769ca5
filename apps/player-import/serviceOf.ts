import { identityProviders, type IdentityProviderName } from '@gatehouse/contract/identityProviders'

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/^(?:oidc|saml|oauth2?)\./, '')
    .replaceAll(/[^a-z]/g, '')

const services = new Map<string, IdentityProviderName>(
  (Object.keys(identityProviders) as IdentityProviderName[]).flatMap((name) => [
    [lettersOf(name), name],
    [lettersOf(identityProviders[name].title), name],
  ]),
)

/**
 * Finds the service that another system names in its own way, with a prefix or in other letters;
 * null for one that players cannot link here.
 */
export function serviceOf(name: string): IdentityProviderName | null {
  return services.get(lettersOf(name)) ?? null
}

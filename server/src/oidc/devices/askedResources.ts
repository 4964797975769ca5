import type { OidcClient } from '../../tenants/client.ts'

interface AskedResources {
  /** As the library keeps it with a code: one, several, or none. */
  readonly resource: string | readonly string[] | undefined
  readonly scopes: readonly string[]
}

/**
 * The APIs of the studio that a device asked for, with the scopes among those that it asked for which
 * its client may have there. The library has refused others when the device asked; an entry may have
 * changed since.
 */
export function askedResources(
  { resources }: Pick<OidcClient, 'resources'>,
  params: object | undefined,
): AskedResources {
  const { resource, scope } = (params ?? {}) as Readonly<Record<string, unknown>>
  const known = Object.keys(resources)
  const named = [resource].flat().filter((each) => known.includes(each as string))
  const asked = new Set(typeof scope === 'string' ? scope.split(' ') : [])
  const kept = [...new Set(named as string[])]
  const scopes = kept.flatMap((identifier) => resources[identifier] ?? [])
  return {
    resource: kept.length > 1 ? kept : kept[0],
    scopes: [...new Set(scopes)].filter((each) => asked.has(each)),
  }
}

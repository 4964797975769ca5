import type { Deployment, Deployments } from './deployments.ts'

interface Named {
  readonly StudioName: string
  readonly ClientId: string
}

/**
 * Whether a form names the studio, or a site, of another deployment. The API key says whose call it
 * is, never the form; what names nobody is ignored.
 */
export function namesAnotherStudio(
  deployments: Deployments,
  own: Deployment,
  { StudioName, ClientId }: Named,
): boolean {
  const isOf = ({ configuration, clients }: Deployment) => ({
    studio: configuration.RegisterStudioName === StudioName,
    site: clients.has(ClientId),
  })
  const here = isOf(own)
  const there = deployments.all.map(isOf)
  return (
    (!here.studio && there.some(({ studio }) => studio)) ||
    (!here.site && there.some(({ site }) => site))
  )
}

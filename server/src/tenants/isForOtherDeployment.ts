import type { Deployment, Deployments } from './deployments.ts'

interface Named {
  readonly StudioName: string
  readonly ClientId: string
}

/**
 * Returns whether a form names the studio, or a client, of another deployment. The API key decides
 * the deployment, never the form; an unknown name is ignored.
 */
export function isForOtherDeployment(
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

import type { Deployment, Deployments } from './deployments.ts'

interface Named {
  readonly StudioName: string
  readonly ClientId: string
}

/** True for a form with the studio or a client of another deployment; unknown names are ignored. */
export function isForOtherDeployment(
  deployments: Deployments,
  own: Deployment,
  { StudioName, ClientId }: Named,
): boolean {
  const isStudio = ({ configuration: { RegisterStudioName: name } }: Deployment) =>
    name === StudioName
  const isSite = ({ clients }: Deployment) => clients.has(ClientId)
  return [isStudio, isSite].some((isOf) => !isOf(own) && deployments.all.some(isOf))
}

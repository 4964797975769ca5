import type { Deployment } from './deployments.ts'

interface Pictured {
  readonly avatar_url: string
  readonly avatar_source: string
}

/**
 * The address of a player's picture on the wire; '' for the letter. An upload is on this portal,
 * wherever the portal is by now; every other address is given as it was kept.
 */
export function avatarUrlOf(
  { origin }: Pick<Deployment, 'origin'>,
  { avatar_url: url, avatar_source: source }: Pictured,
): string {
  return source === 'upload' ? `${origin}${url}` : url
}

import type { Deployment } from './deployments.ts'

interface Pictured {
  readonly avatar_url: string
  readonly avatar_source: string
}

/** A picture's address on the wire; '' for the letter. An upload is on the present host. */
export function avatarUrlOf(
  { origin }: Pick<Deployment, 'origin'>,
  { avatar_url: url, avatar_source: source }: Pictured,
): string {
  return source === 'upload' ? `${origin}${url}` : url
}

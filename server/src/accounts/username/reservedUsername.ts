import { keyOf } from '../../database/accounts/players.ts'
import type { Deployments } from '../../tenants/deployments.ts'

/** Names that players could take for the staff's or the software's. */
const reserved = new Set(
  `abuse account accounts admin administrator administration anonymous api billing bot community
  contact deleted dev developer everyone guest help helpdesk here host hostmaster info legal login
  logout mail mailer me mod moderator moderators mods nobody noreply null official operator owner
  postmaster press privacy register root sales security service staff superuser support sysadmin
  system team undefined unknown user username webmaster www you`.split(/\s+/),
)

/** Returns whether a name is reserved: a reserved word, or the name of a studio or partner here. */
export function isReservedUsername(username: string, deployments: Deployments): boolean {
  const name = keyOf(username)
  const studios = deployments.all.flatMap(({ configuration }) => [
    configuration.RegisterStudioName,
    configuration.PartnerName,
  ])
  const isStudio = [...studios, 'gatehouse'].some(
    (text) => text.toLowerCase().replaceAll(/\W/g, '') === name,
  )
  return reserved.has(name) || isStudio
}

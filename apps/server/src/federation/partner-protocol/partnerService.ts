import * as z from 'zod'
import type { PartnerConfiguration } from '../../deployments/deployments.ts'
import { accountIdOf, plainName } from '../providers/accounts.ts'
import { readAnswer } from '../../platform/http-client/readAnswer.ts'

/** The service of a partner that has one. */
export type PartnerService = NonNullable<ReturnType<typeof createPartnerService>>

const pageSchema = z.object({ url: z.url({ protocol: /^https?$/ }) })
const accountsSchema = z.object({
  steam: z.object({ id: accountIdOf('steam'), name: z.unknown().optional() }).nullable(),
})

/**
 * The further service of a partner, on its production or its test host; null without one. It is asked
 * from server to server, so that its credential never reaches a browser. Players are named by the
 * partner's own subjects. Every method throws when the partner does not answer as agreed.
 */
export function createPartnerService(
  { service }: PartnerConfiguration,
  isProduction: boolean,
  outbound: typeof fetch,
) {
  if (service === undefined) return null
  const base = isProduction ? service.productionUrl : service.testUrl

  function ask(path: string, body?: object): Promise<Response> {
    return outbound(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${service?.apiKey ?? ''}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

  return {
    /** The address of the partner's page that links a Steam account and returns to `returnUrl`. */
    async steamLinkUrl(subject: string, returnUrl: string) {
      const answer = await ask('/api/steam/link', { subject, returnUrl })
      return (await readAnswer(answer, pageSchema)).url
    },
    /** The Steam account that the partner has linked; null without one. */
    async linkedSteam(subject: string) {
      const query = new URLSearchParams({ subject })
      const answer = await ask(`/api/linked-accounts?${query.toString()}`)
      const { steam } = await readAnswer(answer, accountsSchema)
      return steam && { id: steam.id, name: plainName(steam.name, steam.id) }
    },
    /** Sends the player a mail that validates the address. */
    async sendValidation(subject: string): Promise<void> {
      const answer = await ask('/api/validation-email', { subject })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
    },
  }
}

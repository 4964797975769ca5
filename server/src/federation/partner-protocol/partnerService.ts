import * as z from 'zod'
import type { PartnerConfiguration } from '../../tenants/deployments.ts'
import { accountIdOf, plainName } from '../providers/accounts.ts'
import { readAnswer } from '../../platform/http-client/readAnswer.ts'

/**
 * The further service of a partner, from server to server, so that its credential never reaches a
 * browser. Players are named by the partner's own subjects. Every method throws when the partner does
 * not answer as agreed.
 */
export interface PartnerService {
  /** The address of the partner's page that links a Steam account and returns to `returnUrl`. */
  readonly steamLinkUrl: (subject: string, returnUrl: string) => Promise<string>
  /** The Steam account that the partner has linked; null without one. */
  readonly linkedSteam: (
    subject: string,
  ) => Promise<{ readonly id: string; readonly name: string } | null>
  /** Sends the player a mail that validates the address. */
  readonly sendValidation: (subject: string) => Promise<void>
}

const pageSchema = z.object({ url: z.url({ protocol: /^https?$/ }) })
const accountsSchema = z.object({
  steam: z.object({ id: accountIdOf('steam'), name: z.unknown().optional() }).nullable(),
})

/** The service of a partner that has one: its production or its test host. */
export function createPartnerService(
  { service }: PartnerConfiguration,
  isProduction: boolean,
  outbound: typeof fetch,
): PartnerService | null {
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
    async steamLinkUrl(subject, returnUrl) {
      const answer = await ask('/api/steam/link', { subject, returnUrl })
      return (await readAnswer(answer, pageSchema)).url
    },
    async linkedSteam(subject) {
      const query = new URLSearchParams({ subject })
      const answer = await ask(`/api/linked-accounts?${query.toString()}`)
      const { steam } = await readAnswer(answer, accountsSchema)
      return steam && { id: steam.id, name: plainName(steam.name, steam.id) }
    },
    async sendValidation(subject) {
      const answer = await ask('/api/validation-email', { subject })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
    },
  }
}

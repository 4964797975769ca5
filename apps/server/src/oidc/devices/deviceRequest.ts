import { cleanText } from '@gatehouse/contract/cleanText'
import { devicePath } from '@gatehouse/contract/routes'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { addressOf, senderOf } from '../../http/clientContext.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import { hashOf, derived } from '../../platform/crypto/secrets.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { Next, OidcMaterials, ProviderContext } from '../provider/oidcServices.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'

/* Questions of devices to the provider (RFC 8628), around the library's own answers. */

/** Seconds between two questions of a device. */
const interval = 5

/** The known facts of a device that asked for a code. */
export interface DeviceInfo {
  /** The two digits that it shows. */
  readonly number: string
  /** Its address as limits count it. */
  readonly address: string
  readonly userAgent: string
  /** In milliseconds. */
  readonly askedAt: number
}

/** True if some client of a deployment signs devices in. */
export function hasDevices({ clients }: Deployment): boolean {
  return [...clients.values()].some(({ device }) => device)
}

/** The library's feature; its own pages stay closed, see `deviceMiddleware`. */
export function deviceFlow({ clock }: OidcMaterials, deployment: Deployment) {
  return {
    enabled: hasDevices(deployment),
    charset: 'base-20' as const,
    mask: '****-****',
    deviceInfo: (ctx: KoaContextWithOIDC) => {
      const { ip, userAgent } = senderOf({ senderIp: ctx.ip, headers: ctx.headers })
      const number = numberFrom(randomBytes(4))
      return { number, address: addressOf(ip), userAgent, askedAt: clock.now().getTime() }
    },
  }
}

/**
 * Counts what devices ask, and completes the library's answers: the address that players type is
 * the portal's, the code ends in its number, and a device that asks too often is answered
 * `slow_down`. The library's page for codes asks for no number, so it is not there.
 */
export async function deviceMiddleware(
  materials: OidcMaterials,
  deployment: Deployment,
  ctx: ProviderContext,
  next: Next,
): Promise<void> {
  const { rateLimiter } = materials
  // Read, it would be the library's page for codes.
  if (ctx.path === '/device/auth' && ctx.method !== 'GET' && ctx.method !== 'HEAD') {
    if (ctx.method === 'POST') {
      const address = addressOf(ctx.ip)
      const admission = await rateLimiter.consume(deployment, 'deviceRequests', address)
      if (!admission.isAdmitted) {
        ctx.status = 429
        ctx.set('retry-after', String(admission.retryAfter))
        const error_description = 'too many devices asked from this address'
        ctx.body = { error: 'slow_down', error_description }
        return undefined
      }
    }
    await next()
    // A page of another site, which is refused by its origin, uses up nothing of its visitor's.
    if (ctx.method === 'POST' && ctx.status >= 400) {
      const address = addressOf(ctx.ip)
      await rateLimiter.refund(deployment, [['deviceRequests', address]], 'one')
    }
    return completeCode(deployment, ctx)
  }
  if (/^\/device(?:\/|$)/i.test(ctx.path)) {
    ctx.status = 404
    return undefined
  }
  await next()
  if (ctx.path === '/token') await slowDown(materials, deployment, ctx)
  return undefined
}

function completeCode({ origin }: Deployment, ctx: ProviderContext): void {
  const { body } = ctx as { readonly body?: unknown }
  const code = (body as { user_code?: string } | undefined)?.user_code
  const { number } = (ctx.oidc?.entities.DeviceCode?.deviceInfo ?? {}) as Partial<DeviceInfo>
  if (code === undefined || number === undefined) return
  const page = new URL(devicePath, origin)
  const verification_uri = page.href
  page.searchParams.set('user_code', code)
  ctx.body = {
    ...(body as object),
    user_code: `${code}-${number}`,
    verification_uri,
    verification_uri_complete: page.href,
    interval,
  }
}

async function slowDown(
  { rateLimiter }: OidcMaterials,
  deployment: Deployment,
  ctx: ProviderContext,
): Promise<void> {
  const { error } = (ctx.body ?? {}) as { readonly error?: unknown }
  const code = ctx.oidc?.params?.['device_code']
  if (error !== 'authorization_pending' || typeof code !== 'string') return
  const subject = hashOf(code).toString('base64url')
  const { isAdmitted } = await rateLimiter.consume(deployment, 'devicePolls', subject)
  if (isAdmitted) return
  const error_description = `ask every ${interval} seconds, and ${interval} seconds later from now on`
  ctx.body = { error: 'slow_down', error_description }
}

/*
 * A device shows eight letters and two digits, `BCDF-GHJK-42`. The letters lead to the device. The
 * digits are the number that its player picks on the page; no address contains them.
 */

/** The library's own letters: no vowels, nothing that looks like a digit. */
const letters = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/

/**
 * The letters of a typed code; null for one that no device shows. Case, signs and full width do not
 * matter.
 */
export function lettersOf(typed: string): string | null {
  const plain = cleanText('code', typed).replaceAll(/[^A-Z]/g, '')
  return letters.test(plain) ? plain : null
}

/** The letters as a device shows them. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/**
 * A code's number and two others, in an order that says nothing and stays: only the device shows
 * which.
 */
export function choicesOf(
  { devices: [key] }: Pick<ServerKey, 'devices'>,
  code: string,
  number: string,
) {
  const found = new Set([number])
  for (let round = 0; found.size < 3; round += 1) {
    const bytes = Buffer.from(derived(key, 'device number', `${code} ${round}`), 'base64url')
    found.add(numberFrom(bytes))
  }
  const place = (choice: string) => derived(key, 'device number order', `${code} ${choice}`)
  return [...found].toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** Two digits out of random bytes; none begins with 0, so that all are read alike. */
export function numberFrom(bytes: Buffer): string {
  return String(10 + (bytes.readUInt32BE(0) % 90))
}

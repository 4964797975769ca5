import type * as z from 'zod'
import { UnreachableError } from './outbound.ts'

/**
 * The answer of a service, as the schema reads it; throws an UnreachableError for any other answer.
 */
export async function readAnswer<S extends z.ZodType>(
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !/^application\/(\w+\+)?json\b/.test(type)) {
    throw new UnreachableError(`An answer of status ${response.status} and type ${type || 'none'}.`)
  }
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new UnreachableError('An answer that is no JSON.', { cause })
  })
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const place = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new UnreachableError(`An unexpected answer at "${place}".`)
}

import { handler } from '../handler.ts'

/**
 * Checks that a token is a valid one of the caller's own session; the portal asks before linking.
 * Refuses a missing token.
 */
export const validateProfile = handler(
  'validateProfile',
  async ({ input: { body }, deployment, services, caller, refuse }) => {
    if (body.Token === '') throw refuse('ERROR_TOKEN_INVALID')
    const found = await services.sessions.authenticate(deployment, body.Token)
    return { Success: found?.session_id === caller.session_id }
  },
)

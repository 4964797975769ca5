import type { Client } from '@gatehouse/client/client'
import type { Identification } from '@gatehouse/contract/entities'
import { usePortal } from '../../context/portal.ts'

/** Finds the account of a username or an address, for the step that follows. */
export function useIdentify(): (api: Client, usernameOrEmail: string) => Promise<Identification> {
  const { returnTo } = usePortal()
  return (api, usernameOrEmail) =>
    api('identify', {
      body: {
        ClientId: returnTo.clientId(),
        RedirectUrl: returnTo.redirectUrl(),
        UsernameOrEmail: usernameOrEmail,
        // A token verifies once: the call with the password consumes it.
        Token: '',
      },
    })
}

/** The type of an account that its partner authenticates. */
export const byPartner = 2 satisfies Identification['AuthType']

import type { Identification } from '@gatehouse/contract/entities'

/** The type of an account that its partner authenticates. */
export const byPartner = 2 satisfies Identification['AuthType']

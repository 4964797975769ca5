import type * as z from 'zod'
import type * as entities from './calls/entities.ts'

export type BlockedUser = z.output<typeof entities.blockedUser>
export type User = z.output<typeof entities.user>
export type Identification = z.output<typeof entities.identification>
export type Token = z.output<typeof entities.token>
export type CookieCategory = z.output<typeof entities.cookieCategory>
export type OptInList = z.output<typeof entities.optInList>
export type CanonicalName = z.output<typeof entities.canonicalName>
export type Connect = z.output<typeof entities.connect>
export type DeletionType = z.output<typeof entities.deletionType>
export type ConnectUserInfo = z.output<typeof entities.connectUserInfo>
export type PartnerSsoInfo = z.output<typeof entities.partnerSsoInfo>

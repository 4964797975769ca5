import { type Adapter, type AdapterPayload, errors, type Interaction } from 'oidc-provider'
import { after } from '../../platform/clock.ts'
import {
  type ArtifactFound,
  type ArtifactKey,
  consumeArtifact,
  deleteArtifacts,
  findArtifact,
  findSessionArtifact,
  keepArtifact,
} from '../../database/oidc/oidcArtifacts.ts'
import { findDeviceOfCode, keepDeviceCode } from '../../database/oidc/deviceCodes.ts'
import { recordClientSession } from '../../database/oidc/clientSessions.ts'
import { type Executor } from '../../database/schema/executor.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import { derived, hashOf } from '../../platform/crypto/secrets.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import type { OidcMaterials } from './oidcServices.ts'
import { pushedIdsOf } from './pushedRequests.ts'
import { repeatedSince, resolveRotatedToken } from './refreshGrace.ts'
import { subjectOf } from '../../deployments/subjects.ts'

/** Models whose id grants nothing; every other id is a secret and is not stored. */
const named: ReadonlySet<string> = new Set(['Session', 'Grant', 'Interaction'])
const refreshToken = 'RefreshToken'
const pushedRequest = 'PushedAuthorizationRequest'

/** Seconds for which a model is known beyond its end. */
const knownFor: Readonly<Record<string, number>> = {
  // A device that asks too late learns that its code has expired.
  DeviceCode: lifetimes.deviceCode,
  // Its visitor may come back from the log-in: it is used once all the same.
  [pushedRequest]: lifetimes.storedRedirect,
}

/** Models that sign a player in at a client. */
const signsIn: ReadonlySet<string> = new Set(['AuthorizationCode', 'DeviceCode'])

/**
 * Stores one model of a deployment's OpenID provider. The id of an artifact is a secret that the
 * database never sees. A provider's session lives as long as our session with the same family.
 */
export class OidcAdapter implements Adapter {
  readonly #model: string
  readonly #deployment: Deployment
  readonly #materials: OidcMaterials
  readonly #kysely: Executor

  constructor(model: string, deployment: Deployment, materials: OidcMaterials) {
    this.#model = model
    this.#deployment = deployment
    this.#materials = materials
    this.#kysely = materials.database.kysely
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (this.#isOfVisitor(payload)) return
    const { jti, userCode, ...rest } = payload
    const playerId = payload.accountId === undefined ? null : Number(payload.accountId)
    const isSession = this.#model === 'Session' && playerId !== null
    const expiresAt = after(this.#now(), expiresIn ?? lifetimes.session)
    await keepArtifact(this.#kysely, this.#keyOf(id), {
      payload: named.has(this.#model) ? { ...rest, jti } : rest,
      grantId: payload.grantId ?? null,
      sessionFamily: isSession ? (payload.uid ?? null) : null,
      playerId,
      expiresAt: after(expiresAt, knownFor[this.#model] ?? 0),
    })
    const isNew = playerId === null && payload['error'] === undefined
    if (userCode !== undefined && isNew) await this.#keepUserCode(userCode, id, expiresAt)
    if (signsIn.has(this.#model) && playerId !== null) {
      await recordSignIn(this.#materials, this.#deployment, playerId, payload)
    }
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { key } = this.#materials
    const now = this.#now()
    const found = await findArtifact(this.#kysely, this.#keyOf(id), now)
    if (!found || this.#model !== refreshToken) return found && this.#living(found, id)
    const { name: deployment } = this.#deployment
    const place = { executor: this.#kysely, keys: key.refreshTokens, deployment, now }
    const resolved = await resolveRotatedToken(place, { token: id, found })
    return this.#living(resolved.found, resolved.token)
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const { name } = this.#deployment
    // Sessions of version 1.0.0 have another id.
    const found =
      (await findArtifact(this.#kysely, this.#keyOf(uid), this.#now())) ??
      (await findSessionArtifact(this.#kysely, name, uid, this.#now()))
    return found && this.#living(found, null)
  }

  /** The device that shows a code, until its player has answered. */
  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const { key } = this.#materials
    const { name } = this.#deployment
    const hashes = userCodeHashes(key, userCode)
    const sealed = await findDeviceOfCode(this.#kysely, name, hashes, this.#now())
    if (sealed === undefined) return undefined
    const found = await this.find(String(unseal(sealed, key.devices)))
    return found && { ...found, userCode }
  }

  /**
   * Uses a code or a token up; of two requests at the same moment only one succeeds, but for a
   * refresh token, which has one successor.
   */
  async consume(id: string): Promise<void> {
    const now = this.#now()
    if (this.#model === pushedRequest) return this.#consumePushed(id, now)
    const since = this.#model === refreshToken ? repeatedSince(now) : null
    const isOurs = await consumeArtifact(this.#kysely, this.#keyOf(id), now, since)
    if (!isOurs) throw new errors.InvalidGrant('already used')
  }

  /** Refuses one that was used, and not one that is no longer known. */
  async #consumePushed(id: string, now: Date): Promise<void> {
    for (const key of pushedIdsOf(id).map((one) => this.#keyOf(one))) {
      const isOurs = await consumeArtifact(this.#kysely, key, now)
      if (!isOurs && (await findArtifact(this.#kysely, key, now)) !== undefined) {
        throw new errors.InvalidRequestUri('request_uri was already used')
      }
    }
  }

  destroy(id: string): Promise<void> {
    return this.#delete({ id_hash: this.#keyOf(id).idHash })
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return this.#delete({ grant_id: grantId })
  }

  /**
   * A device without tokens is signed out: it has given them back, or one of them was stolen. Its
   * player no longer finds it under Devices.
   */
  async #delete(by: Parameters<typeof deleteArtifacts>[2]): Promise<void> {
    const of = { deployment: this.#deployment.name, model: this.#model }
    const deleted = await deleteArtifacts(this.#kysely, of, by)
    const families = new Map<string, number>()
    for (const { accountId, sessionUid, gty } of deleted as AdapterPayload[]) {
      const isOfDevice =
        this.#model === 'DeviceCode' || /^(?:device_code|token_exchange)/.test(gty ?? '')
      if (isOfDevice && accountId !== undefined && sessionUid !== undefined) {
        families.set(sessionUid, Number(accountId))
      }
    }
    for (const [family, player_id] of families) {
      await this.#materials.sessions.revoke(this.#deployment, { player_id, family })
    }
  }

  async #keepUserCode(userCode: string, id: string, expiresAt: Date): Promise<void> {
    const { key } = this.#materials
    const [code_hash] = userCodeHashes(key, userCode)
    const { name: deployment } = this.#deployment
    const row = { deployment, code_hash, device_sealed: seal(id, key.devices) }
    await keepDeviceCode(this.#kysely, { ...row, expires_at: expiresAt })
  }

  async #living(found: ArtifactFound, id: string | null): Promise<AdapterPayload | undefined> {
    const payload = found.payload as AdapterPayload
    const { accountId, uid } = payload
    if (this.#model === 'Session' && accountId !== undefined && uid !== undefined) {
      const of = { family: uid, playerId: Number(accountId) }
      if (!(await this.#materials.sessions.ofFamily(this.#deployment, of))) return undefined
    }
    return {
      ...payload,
      ...(id === null ? {} : { jti: id }),
      ...(found.consumed_at === null ? {} : { consumed: found.consumed_at.getTime() / 1000 }),
    }
  }

  /**
   * Nothing is written for visitors: the browser keeps a request that waits for a
   * log-in.
   */
  #isOfVisitor(payload: AdapterPayload): boolean {
    if (this.#model === 'Session') return payload.accountId === undefined
    const { prompt } = payload as Partial<Interaction>
    return this.#model === 'Interaction' && prompt !== undefined && waitsForLogin({ prompt })
  }

  #keyOf(id: string): ArtifactKey {
    return { deployment: this.#deployment.name, model: this.#model, idHash: hashOf(id) }
  }

  #now(): Date {
    return this.#materials.clock.now()
  }
}

/** Keeps that a player has signed in at a client, which hears of the end of that session. */
export async function recordSignIn(
  { clock, database: { kysely } }: Pick<OidcMaterials, 'clock' | 'database'>,
  deployment: Deployment,
  playerId: number,
  { sid, clientId, sessionUid }: Pick<AdapterPayload, 'sid' | 'clientId' | 'sessionUid'>,
): Promise<void> {
  const client = deployment.clients.get(clientId ?? '')
  if (!client || sid === undefined || sessionUid === undefined) return
  const now = clock.now()
  await recordClientSession(kysely, {
    deployment: deployment.name,
    sid,
    client_id: client.clientId,
    session_family: sessionUid,
    player_id: playerId,
    subject: await subjectOf(kysely, deployment, client, playerId, now),
    signed_in_at: now,
  })
}

/** True if an interaction waits for a log-in, so that no account is known. */
export function waitsForLogin({ prompt }: Pick<Interaction, 'prompt'>): boolean {
  return ['login', 'select_account', 'create'].includes(prompt.name)
}

/**
 * The hashes of a code in the database, by each key of the server: it is too short to be hashed
 * without one.
 */
export function userCodeHashes(
  { devices }: Pick<ServerKey, 'devices'>,
  code: string,
): [Buffer, ...Buffer[]] {
  const [key, ...others] = devices
  const hash = (by: Buffer) => Buffer.from(derived(by, 'device code', code), 'base64url')
  return [hash(key), ...others.map(hash)]
}

import { identityProviders } from '../packages/contract/src/identityProviders.ts'

/** The settings that replace outside services by the stand-ins. */
export function outsideAt(standIns) {
  const services = Object.fromEntries(
    Object.entries(identityProviders).flatMap(([name, { standIn = name, addresses }]) =>
      Object.entries(addresses).map(([setting, [url]]) => [
        setting,
        // A stand-in has the paths of the real service below its own path.
        `${standIns}/${standIn}${new URL(url).pathname.replace(/\/$/, '')}`,
      ]),
    ),
  )
  return {
    ...services,
    BREACHED_PASSWORDS_URL: `${standIns}/breached`,
    STAFF_ISSUER: `${standIns}/staff`,
  }
}

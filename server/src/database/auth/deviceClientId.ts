const prefix = 'device:'

/** The client id in the session of a device, in place of the portal's client. */
export function deviceClientId(clientId: string): string {
  return `${prefix}${clientId}`
}

/** The client whose device a session is; null for the session of a browser. */
export function clientOfDevice(clientId: string): string | null {
  return clientId.startsWith(prefix) ? clientId.slice(prefix.length) : null
}

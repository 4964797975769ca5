/** Every screen that exists, by its path, and whether a player must be signed in to see it. */
export const screens: readonly (readonly [string, string, 'anonymous' | 'signed in'])[] = [
  ['Home', '/', 'anonymous'],
  ['Login', '/login', 'anonymous'],
  ['Register', '/register', 'anonymous'],
  ['Registration sent', '/register/confirm', 'anonymous'],
  ['Validate registration', '/register/validate', 'anonymous'],
  ['Send confirmation email', '/confirm-email/send', 'anonymous'],
  ['Error', '/errors', 'anonymous'],
  ['Bad request', '/errors/bad-request?message=ERROR_EMAIL_RECOVERY_EXPIRED', 'anonymous'],
  ['Internal error', '/errors/internal', 'anonymous'],
  ['Not found', '/errors/not-found', 'anonymous'],
  ['My information', '/account', 'signed in'],
]

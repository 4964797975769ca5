const sections = { EnableSitesSection: true, EnableSecuritySection: true } as const

/** The sections that are on, so that every screen is there. */
export const everySection = {
  anonymous: sections,
  'signed in': { ...sections, StrongSignIn: 'optional' },
} as const

/** Every screen that exists, by its path, and whether a player must be signed in to see it. */
export const screens: readonly (readonly [string, string, 'anonymous' | 'signed in'])[] = [
  ['Home', '/', 'anonymous'],
  ['Login', '/login', 'anonymous'],
  ['Second step', '/login/second-step', 'signed in'],
  ['Register', '/register', 'anonymous'],
  ['Registration sent', '/register/confirm', 'anonymous'],
  ['Validate registration', '/register/validate', 'anonymous'],
  ['Send confirmation email', '/confirm-email/send', 'anonymous'],
  ['Password recovery', '/password-recovery', 'anonymous'],
  ['Password recovery sent', '/password-recovery/sent', 'anonymous'],
  ['Reset password', '/password-recovery/reset?token=T', 'anonymous'],
  ['Email updated', '/account/update-email/success', 'anonymous'],
  ['Error', '/errors', 'anonymous'],
  ['Bad request', '/errors/bad-request?message=ERROR_EMAIL_RECOVERY_EXPIRED', 'anonymous'],
  ['Internal error', '/errors/internal', 'anonymous'],
  ['Not found', '/errors/not-found', 'anonymous'],
  ['My information', '/account', 'signed in'],
  ['Welcome', '/account/welcome', 'signed in'],
  ['Update email', '/account/update-email', 'signed in'],
  ['Update username', '/account/update-username', 'signed in'],
  ['Update password', '/account/reset-password', 'signed in'],
  ['Deletion request', '/account/deletion-request', 'signed in'],
  ['Account deleted', '/deletion/confirm', 'anonymous'],
  ['Newsletters', '/account/newsletter', 'signed in'],
  ['Security', '/account/security', 'signed in'],
  ['Activity', '/account/security/activity', 'signed in'],
  ['If somebody took this account', '/account/security/takeover', 'signed in'],
  ['Connections', '/account/link-account', 'signed in'],
  ['Cookies', '/account/cookies', 'signed in'],
  ['Connected sites', '/account/connected-sites', 'signed in'],
  ['Blocked users', '/account/blocked-users-management', 'signed in'],
  ['Account safety', '/account-safety?link=T', 'anonymous'],
  ['A link of account safety', '/account-safety/ask', 'anonymous'],
  ['Recovery without second steps', '/account-safety/recover', 'anonymous'],
  ['Unsubscribe', '/unsubscribe', 'anonymous'],
  ['Survey', '/survey/qualification', 'signed in'],
  ['Survey answered', '/survey/qualification/confirm', 'signed in'],
]

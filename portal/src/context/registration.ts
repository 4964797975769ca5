import { tabStore } from '../storage/tabStore.ts'

/** A registration that succeeded. */
export interface Registered {
  readonly username: string
  readonly email: string
  readonly key: string
  /** The access key that it used up; '' for none. */
  readonly accessKey: string
}

/** A registration on its way. */
export interface Registration {
  /** A validated access key, until a registration uses it up; '' when none is held. */
  accessKey: string
  /** A digest of the form that was sent last, and the key under which it is sent again. */
  sent: { readonly form: string; readonly key: string } | null
  /**
   * The registration that succeeded last: until it is confirmed, a form with its name corrects its
   * address. A phone drops the tab while its player reads the mail.
   */
  readonly registered: Registered | null
  succeed(registered: Registered): void
  /** The corrected form uses the same access key again. */
  takeKeyBack(): void
  /** It is confirmed now, or it is another player's. */
  end(): void
}

const place = 'registered'

export function createRegistration(): Registration {
  let registered = storedRegistered()
  const registration: Registration = {
    accessKey: '',
    sent: null,
    get registered() {
      return registered
    },
    succeed(succeeded) {
      registered = succeeded
      Object.assign(registration, { accessKey: '', sent: null })
      tabStore.keep(place, succeeded)
    },
    takeKeyBack() {
      registration.accessKey = registered?.accessKey ?? ''
    },
    end() {
      registered = null
      tabStore.forget(place)
    },
  }
  return registration
}

function storedRegistered(): Registered | null {
  const stored = (tabStore.read(place) ?? {}) as Readonly<Record<string, unknown>>
  const { username, email, key, accessKey } = stored
  const texts = [username, email, key, accessKey]
  if (!texts.every((text) => typeof text === 'string')) return null
  const [name = '', address = '', sentAs = '', used = ''] = texts
  return { username: name, email: address, key: sentAs, accessKey: used }
}

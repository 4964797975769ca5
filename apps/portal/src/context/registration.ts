import { tabStore } from '../storage/tabStore.ts'

/** A registration that succeeded. */
interface Registered {
  readonly username: string
  readonly email: string
  readonly key: string
  /** The access key that it used up; '' for none. */
  readonly accessKey: string
}

/** The key under which a form is sent again, with a digest of that form. */
interface Sent {
  readonly form: string
  readonly key: string
}

/** A registration on its way. */
export interface Registration {
  /** A validated access key, until a registration uses it up; '' when none is held. */
  readonly accessKey: string
  readonly sent: Sent | null
  /**
   * The registration that succeeded last: until it is confirmed, a form with its name corrects its
   * address. A phone drops the tab while its player reads the mail.
   */
  readonly registered: Registered | null
  holdKey(accessKey: string): void
  send(sent: Sent): void
  succeed(registered: Registered): void
  /** The corrected form uses the same access key again. */
  takeKeyBack(): void
  /** It is confirmed now, or it is another player's. */
  end(): void
  /** The player leaves for good. */
  forget(): void
}

const place = 'registered'

export function createRegistration(): Registration {
  const registration = {
    accessKey: '',
    sent: null as Sent | null,
    registered: storedRegistered(),
    holdKey(accessKey: string) {
      registration.accessKey = accessKey
    },
    send(sent: Sent) {
      registration.sent = sent
    },
    succeed(registered: Registered) {
      Object.assign(registration, { accessKey: '', sent: null, registered })
      tabStore.write(place, registered)
    },
    takeKeyBack() {
      registration.accessKey = registration.registered?.accessKey ?? ''
    },
    end() {
      registration.registered = null
      tabStore.forget(place)
    },
    forget() {
      Object.assign(registration, { accessKey: '', sent: null })
      registration.end()
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

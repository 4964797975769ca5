import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The abilities of a client, each ending 'It will be able to'. */
export const scopeWords: Readonly<Record<string, MessageDescriptor>> = {
  openid: msg`recognise you when you come back`,
  profile: msg`see your username, your avatar and your titles`,
  email: msg`see your email address`,
  connections: msg`see which accounts of other platforms you have linked`,
  blocks: msg`see whom you have blocked, and block and unblock players for you`,
}

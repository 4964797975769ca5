import type { MessageDescriptor } from '@lingui/core'
import type { ServerPageName, ServerPageProps } from '@gatehouse/contract/serverPages'
import type { ComponentType, ReactNode } from 'react'

/** A page that the server shows, and that works without a script. */
export interface ServerPage<Name extends ServerPageName> {
  readonly title: (props: ServerPageProps[Name]) => MessageDescriptor
  readonly content: (props: ServerPageProps[Name], context: PageContext) => ReactNode
  /** The footer of the page. */
  readonly Footer?: ComponentType
}

export interface PageContext {
  readonly title: string
  /** Null where no deployment is known. */
  readonly studio: string | null
}

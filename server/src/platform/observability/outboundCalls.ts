/**
 * The diagnostics channel of finished calls to outside services; each message is an OutboundCall.
 */
export const outboundCalls = 'gatehouse:outbound'

export interface OutboundCall {
  readonly service: string
  readonly isAnswered: boolean
  readonly seconds: number
}

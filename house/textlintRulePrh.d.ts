declare module 'textlint-rule-prh' {
  import type { TextlintRuleModule } from '@textlint/kernel'

  /** Node imports a CommonJS module as a whole. */
  const exported: { readonly default: TextlintRuleModule }
  export default exported
}

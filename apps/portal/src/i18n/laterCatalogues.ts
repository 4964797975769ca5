import type { Catalogue, Files } from './catalogue.ts'

/**
 * The catalogues that come with what says them. The addresses of their files have their own file, because
 * a visitor's first screens need none of them. Every language has each.
 */
export const laterCatalogues = {
  flows: import.meta.glob<Catalogue>('./po/flows/*.po'),
  register: import.meta.glob<Catalogue>('./po/register/*.po'),
  account: import.meta.glob<Catalogue>('./po/account/*.po'),
  security: import.meta.glob<Catalogue>('./po/security/*.po'),
  safety: import.meta.glob<Catalogue>('./po/safety/*.po'),
  services: import.meta.glob<Catalogue>('./po/services/*.po'),
  errors: import.meta.glob<Catalogue>('./po/errors/*.po'),
} satisfies Record<string, Files>

export type LaterCatalogue = keyof typeof laterCatalogues

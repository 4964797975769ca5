import type { PartnerOptions } from './partner.ts'

/** The partners that sign players in. */
export const partners: readonly PartnerOptions[] = [
  { slug: 'relic', title: 'Relic', colours: ['#a3281c', '#f08a7b'], hasService: true },
  {
    slug: 'creative-assembly',
    title: 'Creative Assembly',
    colours: ['#7a5a10', '#e3bd62'],
    hasService: false,
  },
  { slug: 'focus', title: 'Focus', colours: ['#0f6b5c', '#5fd3bd'], hasService: false },
]

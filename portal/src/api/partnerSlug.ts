export { partnerSlug } from '@gatehouse/contract/display'

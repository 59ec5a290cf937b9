import type { Config } from '#config/config.ts'

/** Name, contact and company data of the shop, for its pages and e-mails. */
export function shopIdentity(config: Config) {
  const { legal } = config
  return {
    name: config.shop_name,
    hotline: config.hotline,
    hotline_hours: config.hotline_hours,
    public_url: config.public_url,
    member_url: config.member_url,
    is_demo: config.shop_mode === 'demo',
    company: {
      name: legal.company_name,
      address: legal.company_address,
      tax_code: legal.company_tax_code,
      registration: legal.company_registration,
      email: legal.company_email,
    },
    moit_notice_url: legal.moit_notice_url,
    ...(config.zalo_oa_id === null ? {} : { zalo_oa_id: config.zalo_oa_id }),
    ...(config.gtm_id === null ? {} : { gtm_id: config.gtm_id }),
    picture_hosts: config.images.origins,
  }
}

/** Stand-ins that say what they are; a live shop must replace every one of them. */
export const demo_legal = {
  company_name: 'Công ty TNHH Cửa hàng mẫu (dữ liệu minh họa)',
  company_address: '1 Đường Minh Họa, Phường Mẫu, TP. Hồ Chí Minh (địa chỉ minh họa)',
  company_tax_code: '0000000000 (minh họa)',
  company_registration: 'GCNĐKDN số 0000000000 do Sở KH&ĐT TP.HCM cấp (số minh họa)',
  company_email: 'minh-hoa@example.com',
}

const legal_settings = {
  company_name: 'COMPANY_NAME',
  company_address: 'COMPANY_ADDRESS',
  company_tax_code: 'COMPANY_TAX_CODE',
  company_registration: 'COMPANY_REGISTRATION',
  company_email: 'COMPANY_EMAIL',
} as const

type Checked = {
  public_url: string
  secret_key: string | null
  seed: string
  legal: Record<keyof typeof legal_settings, string>
}

/** What a shop that takes real money may not keep from the demo, each as one sentence. */
export function liveProblems(config: Checked): string[] {
  const problems: string[] = []
  if (config.secret_key === null) problems.push('SECRET_KEY must be set: 32 characters or more')
  if (!config.public_url.startsWith('https://')) {
    problems.push(`PUBLIC_URL must start with https:// (it is ${config.public_url})`)
  }
  if (config.seed === 'demo') problems.push('SEED must be none: live shops hold no demo goods')
  for (const [field, setting] of Object.entries(legal_settings)) {
    const key = field as keyof typeof legal_settings
    if (config.legal[key] === demo_legal[key]) {
      problems.push(`${setting} still holds the demo text: set your company's own`)
    }
  }
  return problems.map((problem) => `SHOP_MODE=live: ${problem}`)
}

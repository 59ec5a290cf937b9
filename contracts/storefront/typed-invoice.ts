import { line } from '#contracts/fields.ts'

/** The fields of a form that asks for the company of an invoice. */
export const typedInvoice = {
  company_name: line(200).optional(),
  company_tax_code: line(30).optional(),
  company_address: line(300).optional(),
  company_email: line(200).optional(),
}

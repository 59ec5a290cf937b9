/** The retailer's number of TP.HCM: its prices and shops are shown to who named no province (contract §9). */
export const default_province_id = 30

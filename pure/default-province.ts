/** The retailer's id of TP.HCM. Its prices and shops are shown if no province is chosen (contract §9). */
export const default_province_id = 30
